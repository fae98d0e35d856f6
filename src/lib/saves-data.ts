import { preferences } from './preferences.ts'
import { useSnapshot } from './state.ts'

type Choice = (typeof preferences)['dataSaving']

/** Whether data is to be saved: as the person has chosen, else as the device says. Rule: docs/rules.md, "Saving data". */
export function savesData(choice: Choice = preferences.dataSaving): boolean {
  return choice === 'on' || (choice === 'auto' && asksToSave())
}

export function useSavesData(): boolean {
  return savesData(useSnapshot(preferences).dataSaving)
}

/** Only some browsers tell. */
export function asksToSave(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true
}
