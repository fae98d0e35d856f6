import { posterSources, smallestPoster } from '#shared/domain/poster-sources.ts'
import { preferences } from './preferences.ts'
import { useSnapshot } from './state.ts'

type Choice = (typeof preferences)['dataSaving']

/** Whether data is to be saved: as the person has chosen, else as the device says. Rule: docs/gallery.md, "Saving data". */
export function savesData(choice: Choice = preferences.dataSaving): boolean {
  return choice === 'on' || (choice === 'auto' && asksToSave())
}

export function useSavesData(): boolean {
  return savesData(useSnapshot(preferences).dataSaving)
}

/** The sizes of a gallery's picture that are offered here: where data is saved, the smallest alone. */
export function usePosterSources(): typeof posterSources {
  return useSavesData() ? smallestPoster : posterSources
}

/** Only some browsers tell. */
export function asksToSave(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
