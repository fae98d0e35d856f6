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

/** Creates the text function. It caches texts without values, because one render reads hundreds of them. */
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

/** Returns a text without interpolation, without i18next's slower `t`, if the text has no placeholders. */
function plainWords(key: string): string {
  const words: unknown = texts.isInitialized ? texts.getResource(LANGUAGE, NAMESPACE, key) : undefined
  return typeof words === 'string' && !/\{\{|\$t\(/.test(words) ? words : texts.t(key)
}

/** Re-renders all components with texts, but only if a text was missing in an earlier render. */
function renew(): void {
  if (!hasMissed) return
  hasMissed = false
  current = createText()
  for (const follow of followers) follow()
}

/** Loads a text file of this build; undefined if it can't be loaded. Rule: docs/platform.md, "Languages". */
export async function fetchTexts(path: string): Promise<Texts | undefined> {
  try {
    const response = await fetch(textsAddress(path, __BUILT_AT_MS__))
    return response.ok ? ((await response.json()) as Texts) : undefined
  } catch {
    return undefined
  }
}

/** Loads the texts of the first paint; false if they can't be loaded. */
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

/** Loads another text file of the same language; false if it can't be loaded. */
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

/** Returns the text function. The component re-renders when more texts are loaded. */
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

/** The code of an unknown error, repeated here because the table of codes is not part of the first load. */
const UNKNOWN_CODE: AppErrorCode = 'H5001'

type Failure = Pick<AppError, 'code' | 'message'>

/**
 * The text for an error code: what happened, what it cost, what to do next. `public/locales/en/errors.json` has one for every code.
 */
export function errorText(code: AppErrorCode): string {
  return codeText(code, '')
}

/** The text for a failure. For an unknown error or a full storage, it is the server's message, if there is one. */
export function failureText({ code, message }: Failure): string {
  return (code === UNKNOWN_CODE || code === 'STORAGE_FULL') && message !== undefined ? message : errorText(code)
}

/** Whether content could not be loaded because the browser has no network. With a network, the server did not respond. */
export function isOfflineFailure(code: AppErrorCode | null): boolean {
  return code === '40001' && !navigator.onLine
}

/** The text for content that could not be loaded. It names no cost, because a read has none. */
export function loadFailureText(failure: Failure): string {
  const key = `loadError.${isOfflineFailure(failure.code) ? 'offline' : failure.code}`
  const sentence = text(key)
  return sentence === key || (failure.code === UNKNOWN_CODE && failure.message !== undefined) ? failureText(failure) : sentence
}

/** The texts of an error toast. Title: the server's message, else `title`. Description: the text of the error code. */
export function refusalWords({ code, message }: Failure, title: string): { readonly title: string; readonly description: string } {
  return { title: message ?? title, description: errorText(code) }
}

/** The text for a code. If the code has no text: the raw text, or a generic text if `raw` is empty. */
export function codeText(code: string, raw: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return raw === '' ? text('error.default') : raw
}

const LOCALE = 'en-US'

/**
 * Matches where commas belong in a whole number. An Intl formatter is avoided: its creation blocks the page for up to 0.1 s on a slow
 * device.
 */
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
