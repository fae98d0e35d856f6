import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/records.ts'

const store = openStore(TEMPLATE_DATABASE)
const isList = (key: string) => key !== SAVES_DATA_KEY

/** The lists of gallery items on this device. They are shown before the server has answered. */
export const storedTemplateLists = {
  /** The number of stored lists, and their size in bytes. */
  async measure(): Promise<{ readonly count: number; readonly bytes: number }> {
    const lists = await store.read(async (tx) => {
      const keys = (await tx.keys('')).filter(isList)
      return Promise.all(keys.map((key) => tx.get(key)))
    })
    return { count: lists.length, bytes: lists.reduce<number>((sum, list) => sum + new Blob([JSON.stringify(list)]).size, 0) }
  },
  /** Deletes the stored lists. Lists on the screen stay. */
  forget: () =>
    store.write(async (tx) => {
      for (const key of await tx.keys('')) if (isList(key)) tx.remove(key)
    }),
}
