import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/keys.ts'

const store = openStore(TEMPLATE_DATABASE)

/** In Chromium only. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean }
}

/** Whether data is to be saved: as the person has chosen, else as the device says. Rule: docs/rules.md, "Saving data". */
export async function savesData(): Promise<boolean> {
  const chosen = await store.read((tx) => tx.get(SAVES_DATA_KEY)).catch(() => undefined)
  if (chosen === 'on' || chosen === 'off') return chosen === 'on'
  return (navigator as Connected).connection?.saveData === true
}
