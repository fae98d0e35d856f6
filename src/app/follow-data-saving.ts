import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/records.ts'
import { preferences } from '#src/store/preferences.ts'
import { subscribe } from '#src/store/state.ts'

/**
 * Stores the data-saving preference where the service worker can read it; it can't read localStorage.
 * Rule: docs/gallery.md, "Saving data".
 */
export function followDataSaving(): () => void {
  const store = openStore(TEMPLATE_DATABASE)
  let storedChoice: string | undefined
  const update = () => {
    const { dataSaving } = preferences
    if (dataSaving === storedChoice) return
    storedChoice = dataSaving
    void store
      .write(async (tx) => {
        if (dataSaving === 'auto') tx.remove(SAVES_DATA_KEY)
        else tx.put(SAVES_DATA_KEY, dataSaving)
      })
      // Without storage, the service worker follows the device's own setting.
      .catch(() => undefined)
  }
  update()
  return subscribe(preferences, update)
}
