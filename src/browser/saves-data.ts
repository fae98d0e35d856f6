import { posterSources, smallestPoster } from '#shared/domain/poster-sources.ts'
import { preferences } from '../store/preferences.ts'
import { useSnapshot } from '../store/state.ts'

type Choice = (typeof preferences)['dataSaving']

/** Whether data is saved: by preference, else as the device requests. Rule: docs/gallery.md, "Saving data". */
export function savesData(choice: Choice = preferences.dataSaving): boolean {
  return choice === 'on' || (choice === 'auto' && asksToSave())
}

export function useSavesData(): boolean {
  return savesData(useSnapshot(preferences).dataSaving)
}

/** The gallery's picture sizes; only the smallest while data is saved. */
export function usePosterSources(): typeof posterSources {
  return useSavesData() ? smallestPoster : posterSources
}

/** Some browsers do not report it. */
export function asksToSave(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
