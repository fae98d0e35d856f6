import type { StaticFiles } from './static-files.ts'

/** What a text names, by the names in its braces. */
export type HeadText = (key: string, values?: Readonly<Record<string, string | number>>) => string

const FILES = ['/locales/en/common.json', '/locales/en/head.json', '/locales/en/support.json']

/** The texts of heads as the build has them, with what stands in braces filled in; a build without them has none. */
export function headTexts(files: StaticFiles): HeadText | undefined {
  const found = FILES.flatMap((path) => files.find(path) ?? [])
  if (found.length < FILES.length) return undefined
  const texts = new Map(found.flatMap(({ bytes }) => Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>)))
  return (key, values = {}) => {
    const text = texts.get(key)
    if (text === undefined) throw new Error(`No text has the key ${key}.`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
