import { addTexts } from './i18n.ts'
import { loadUntilThere } from './load-until-there.ts'

/** Loads a part of the page together with the file of texts that only it needs. */
export function loadWithTexts<T>(file: string, load: () => Promise<T>): Promise<T> {
  return loadUntilThere(async () => {
    const [part, hasTexts] = await Promise.all([load(), addTexts(file)])
    if (!hasTexts) throw new Error(`The texts of ${file} are not there yet.`)
    return part
  })
}
