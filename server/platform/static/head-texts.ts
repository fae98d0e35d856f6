import type { StaticFiles } from './static-files.ts'

/** Values by placeholder name. */
export type HeadText = (key: string, values?: Readonly<Record<string, string | number>>) => string

const FILES = ['/locales/en/common.json', '/locales/en/head.json', '/locales/en/support.json']

/** The texts of heads from the build, with placeholders filled in; empty without a build's texts. */
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
