import type { StaticFiles } from './static-files.ts'

const FILES = ['/locales/en/common.json', '/locales/en/head.json']

/** The texts of heads as the build has them, with `{{name}}` filled in; a build without them has none. */
export function headTexts(files: StaticFiles): ((key: string, name?: string) => string) | undefined {
  const found = FILES.flatMap((path) => files.find(path) ?? [])
  if (found.length < FILES.length) return undefined
  const texts = new Map(found.flatMap(({ bytes }) => Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>)))
  return (key, name = '') => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`No text has the key ${key}.`)
    return text.replaceAll('{{name}}', () => name)
  }
}
