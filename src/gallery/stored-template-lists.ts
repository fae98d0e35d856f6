import { openStore } from '#shared/browser/open-store.ts'
import { SAVES_DATA_KEY, TEMPLATE_DATABASE } from '#shared/storage/records.ts'

const store = openStore(TEMPLATE_DATABASE)
const isList = (key: string) => key !== SAVES_DATA_KEY

/** Stored lists, for a start before the server's answer. */
export const storedTemplateLists = {
  /** The number of lists and their size in bytes. */
  async measure(): Promise<{ readonly count: number; readonly bytes: number }> {
    const lists = await store.read(async (tx) => {
      const keys = (await tx.keys('')).filter(isList)
      return Promise.all(keys.map((key) => tx.get(key)))
    })
    return { count: lists.length, bytes: lists.reduce<number>((sum, list) => sum + new Blob([JSON.stringify(list)]).size, 0) }
  },
  /** Does not change the shown lists. */
  forget: () =>
    store.write(async (tx) => {
      for (const key of await tx.keys('')) if (isList(key)) tx.remove(key)
    }),
}
