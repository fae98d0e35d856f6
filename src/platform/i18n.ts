import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import { textsAddress } from '#shared/domain/locale-files.ts'

type Texts = Readonly<Record<string, string>>
export type TextValues = Readonly<Record<string, string | number>>
export type Text = (key: string, values?: TextValues) => string

const LANGUAGE = 'en'
const NAMESPACE = 'common'

const texts = createInstance()
const followers = new Set<() => void>()
const files = new Map<string, Promise<boolean>>()
let hasMissed = false
let current = createText()

/** Texts without values are cached, because one render looks up hundreds of them. */
function createText(): Text {
  const known = new Map<string, string>()
  const found = new Set<string>()
  return (key, values) => {
    if (values === undefined && known.has(key)) return known.get(key) ?? key
    const words = values === undefined ? plainWords(key) : texts.t(key, values)
    if (!found.has(key) && (words !== key || texts.exists(key, values ?? {}))) found.add(key)
    hasMissed ||= !found.has(key)
    if (values === undefined) known.set(key, words)
    return words
  }
}

/** A plain lookup without interpolation. */
function plainWords(key: string): string {
  const words: unknown = texts.isInitialized ? texts.getResource(LANGUAGE, NAMESPACE, key) : undefined
  return typeof words === 'string' && !/\{\{|\$t\(/.test(words) ? words : texts.t(key)
}

/** Re-renders everything, unless nothing rendered so far has missing texts. */
function renew(): void {
  if (!hasMissed) return
  hasMissed = false
  current = createText()
  for (const follow of followers) follow()
}

/** Fetches a text file of this build; undefined when it can't be loaded. It is cached for a day. Rule: docs/platform.md, "Languages". */
export async function fetchTexts(path: string): Promise<Texts | undefined> {
  try {
    const response = await fetch(textsAddress(path, __BUILT_AT_MS__))
    return response.ok ? ((await response.json()) as Texts) : undefined
  } catch {
    return undefined
  }
}

/** Loads the texts of the first paint; false when they could not be loaded. */
export async function startTexts(read: (path: string) => Promise<Texts | undefined> = fetchTexts): Promise<boolean> {
  const common = await read(`${LANGUAGE}/${NAMESPACE}`)
  await texts.init({
    lng: LANGUAGE,
    fallbackLng: LANGUAGE,
    defaultNS: NAMESPACE,
    resources: { [LANGUAGE]: { [NAMESPACE]: common ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  current = createText()
  renew()
  return common !== undefined
}

/** Adds another file of the same language to the texts; false when it could not be loaded. */
export function addTexts(file: string): Promise<boolean> {
  const asked = files.get(file) ?? readFile(file)
  files.set(file, asked)
  return asked
}

async function readFile(file: string): Promise<boolean> {
  const more = await fetchTexts(`${LANGUAGE}/${file}`)
  if (more === undefined) files.delete(file)
  else texts.addResourceBundle(LANGUAGE, NAMESPACE, more, true, true)
  if (more !== undefined) renew()
  return more !== undefined
}

export function text(key: string, values?: TextValues): string {
  return current(key, values)
}

/** The texts for a component, which re-renders when more are loaded. */
export function useText(): Text {
  return useSyncExternalStore(follow, currentText, currentText)
}

function currentText(): Text {
  return current
}

function follow(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}
