import { createInstance } from 'i18next'
import { useSyncExternalStore } from 'react'
import { textsAddress } from '#shared/domain/locale-files.ts'
import type { AppError, AppErrorCode } from '#shared/result.ts'

type Texts = Readonly<Record<string, string>>
export type TextValues = Readonly<Record<string, string | number>>
export type Text = (key: string, values?: TextValues) => string

const LANGUAGE = 'en'
const NAMESPACE = 'common'

const translator = createInstance()
const followers = new Set<() => void>()
const fileRequests = new Map<string, Promise<boolean>>()
let hasMissingTexts = false
let textFunction = createText()

/** Creates the text function. It caches texts without values, because one render reads hundreds of them. */
function createText(): Text {
  const cachedTexts = new Map<string, string>()
  const foundKeys = new Set<string>()
  return (key, values) => {
    if (values === undefined && cachedTexts.has(key)) return cachedTexts.get(key) ?? key
    const words = values === undefined ? readPlainText(key) : translator.t(key, values)
    if (!foundKeys.has(key) && (words !== key || translator.exists(key, values ?? {}))) foundKeys.add(key)
    hasMissingTexts ||= !foundKeys.has(key)
    if (values === undefined) cachedTexts.set(key, words)
    return words
  }
}

/** Returns a text without values. Reads it directly, because i18next's `t` is slower. Only placeholders and references need `t`. */
function readPlainText(key: string): string {
  const words: unknown = translator.isInitialized ? translator.getResource(LANGUAGE, NAMESPACE, key) : undefined
  return typeof words === 'string' && !/\{\{|\$t\(/.test(words) ? words : translator.t(key)
}

/** Re-renders all components with texts, but only if a text was missing in an earlier render. */
function renewTextFunction(): void {
  if (!hasMissingTexts) return
  hasMissingTexts = false
  textFunction = createText()
  for (const notify of followers) notify()
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
export async function startTexts(loadTexts: (path: string) => Promise<Texts | undefined> = fetchTexts): Promise<boolean> {
  const commonTexts = await loadTexts(`${LANGUAGE}/${NAMESPACE}`)
  await translator.init({
    lng: LANGUAGE,
    fallbackLng: LANGUAGE,
    defaultNS: NAMESPACE,
    resources: { [LANGUAGE]: { [NAMESPACE]: commonTexts ?? {} } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  textFunction = createText()
  renewTextFunction()
  return commonTexts !== undefined
}

/** Loads another text file of the same language; false if it can't be loaded. */
export function addTexts(file: string): Promise<boolean> {
  const request = fileRequests.get(file) ?? readFile(file)
  fileRequests.set(file, request)
  return request
}

async function readFile(file: string): Promise<boolean> {
  const addedTexts = await fetchTexts(`${LANGUAGE}/${file}`)
  if (addedTexts === undefined) fileRequests.delete(file)
  else translator.addResourceBundle(LANGUAGE, NAMESPACE, addedTexts, true, true)
  if (addedTexts !== undefined) renewTextFunction()
  return addedTexts !== undefined
}

export function text(key: string, values?: TextValues): string {
  return textFunction(key, values)
}

/** Returns the text function. The component re-renders when more texts are loaded. */
export function useText(): Text {
  return useSyncExternalStore(followTexts, currentTextFunction, currentTextFunction)
}

function currentTextFunction(): Text {
  return textFunction
}

function followTexts(onChange: () => void): () => void {
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

/** Whether a load failed because the browser has no network. If it has one, the code 40001 means that the server did not answer. */
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

/** The text for a code. If the code has no text: the raw text, or a generic text if `rawText` is empty. */
export function codeText(code: string, rawText: string): string {
  const key = `beautyError.${code}`
  const sentence = text(key)
  if (sentence !== key) return sentence
  return rawText === '' ? text('error.default') : rawText
}

const NUMBER_LOCALE = 'en-US'

/**
 * Matches where commas belong in a whole number. An Intl formatter is avoided: its creation blocks the page for up to 0.1 s on a slow
 * device.
 */
const GROUP_STARTS = /\B(?=(?:\d{3})+$)/g

let wholeNumberFormat: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value).replace(GROUP_STARTS, ',')
  wholeNumberFormat ??= new Intl.NumberFormat(NUMBER_LOCALE, { maximumFractionDigits: 0 })
  return wholeNumberFormat.format(value)
}

const BYTES_PER_UNIT = 1024
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** 0.5 as '50%'. */
export function formatShare(share: number): string {
  return `${formatNumber(Math.round(share * 100))}%`
}

export function formatBytes(bytes: number): string {
  const unitIndex = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(BYTES_PER_UNIT))))
  const value = bytes / BYTES_PER_UNIT ** unitIndex
  return `${value < 10 && unitIndex > 0 ? value.toFixed(1) : formatNumber(value)} ${BYTE_UNITS[unitIndex]}`
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
