import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import { textsAddress } from '#shared/domain/locale-files.ts'
import type { AppError, AppErrorCode } from '#shared/result.ts'

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

/** Texts without values are cached, because one render reads hundreds of them. */
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

/** Loads a text file of this build; undefined if it can't be loaded. It is cached for a day. Rule: docs/platform.md, "Languages". */
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
  const request = files.get(file) ?? readFile(file)
  files.set(file, request)
  return request
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

/** The code of an unknown error. The table of codes itself is not part of the first load. */
const UNKNOWN_CODE: AppErrorCode = 'H5001'

type Failure = Pick<AppError, 'code' | 'message'>

/** The text for an error code: the problem, its cost, the next step. Every code has one in `public/locales/en/errors.json`. */
export function errorText(code: AppErrorCode): string {
  return codeText(code, '')
}

/** The text for a failure; for an unknown code and full storage, the server's message. */
export function failureText({ code, message }: Failure): string {
  return (code === UNKNOWN_CODE || code === 'STORAGE_FULL') && message !== undefined ? message : errorText(code)
}

/** The text of a toast for an error: the server's message or else `title`, followed by the text of its code. */
export function refusalWords({ code, message }: Failure, title: string): { readonly title: string; readonly description: string } {
  return { title: message ?? title, description: errorText(code) }
}

/** The text for any code, else the raw text, else a generic one. */
export function codeText(code: string, raw: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return raw === '' ? text('error.default') : raw
}

const LOCALE = 'en-US'

/** Whole numbers need no formatter, whose construction blocks a slow page for up to 0.1 s. */
const GROUP_STARTS = /\B(?=(?:\d{3})+$)/g

let wholeNumber: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value).replace(GROUP_STARTS, ',')
  wholeNumber ??= new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
  return wholeNumber.format(value)
}

const BYTES_PER_UNIT = 1024
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** 0.5 as '50%'. */
export function formatShare(share: number): string {
  return `${formatNumber(Math.round(share * 100))}%`
}

export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(BYTES_PER_UNIT))))
  const value = bytes / BYTES_PER_UNIT ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : formatNumber(value)} ${BYTE_UNITS[power]}`
}

/** 65000 as '1:05'. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The server's '6s' as '6 s'. */
export function formatVideoLength(duration: string): string {
  return text('create.seconds', { count: Number.parseInt(duration, 10) })
}
