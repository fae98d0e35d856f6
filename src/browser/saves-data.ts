import { posterSources, smallestPoster } from '#shared/domain/poster-sources.ts'
import { preferences } from '../store/preferences.ts'
import { useSnapshot } from '../store/state.ts'

type DataSavingChoice = (typeof preferences)['dataSaving']

/** Whether to save data: as the user has chosen, else as the device asks. Rule: docs/gallery.md, "Saving data". */
export function savesData(choice: DataSavingChoice = preferences.dataSaving): boolean {
  return choice === 'on' || (choice === 'auto' && asksToSave())
}

export function useSavesData(): boolean {
  return savesData(useSnapshot(preferences).dataSaving)
}

/** The function that returns the sizes of a gallery picture. With data saving, it only returns the smallest. */
export function usePosterSources(): typeof posterSources {
  return useSavesData() ? smallestPoster : posterSources
}

/** Whether the device asks to save data. Some browsers do not report that; then false. */
export function asksToSave(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
