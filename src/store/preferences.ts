import { type ComponentLocale, componentLocaleOf } from '#shared/domain/component-locales.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, writeLocal } from './local-values.ts'
import { proxy } from './state.ts'

/** Parses a stored value; undefined if it is invalid. It needs no schema library, which would delay the first load of the page. */
type Reader<Value> = (stored: unknown) => Value | undefined

function oneOf<const Value extends string>(...values: readonly Value[]): Reader<Value> {
  return (stored) => values.find((value) => value === stored)
}

const readLocaleOrNone: Reader<ComponentLocale | ''> = (stored) => (stored === '' ? '' : componentLocaleOf(stored))

const readConsent = oneOf('unasked', 'granted', 'refused')

const PREFERENCE_TABLE = {
  colorMode: { key: LOCAL_KEYS.colorMode, read: oneOf('system', 'dark', 'light'), fallback: 'system' },
  /** The language of the component texts; '' until the user chooses one. */
  componentLocale: { key: LOCAL_KEYS.componentLocale, read: readLocaleOrNone, fallback: '' },
  /** The strongest note about removed picture metadata that this browser has shown. */
  shownMetadataNotice: { key: LOCAL_KEYS.shownMetadataNotice, read: oneOf('none', 'some', 'place'), fallback: 'none' },
  /**
   * Whether the user wants notifications about finished videos while no tab is visible. 'asking' from the first commit until the
   * user answers.
   */
  notices: { key: LOCAL_KEYS.notices, read: oneOf('unasked', 'asking', 'on', 'off'), fallback: 'unasked' },
  /** Whether videos in galleries and lists play automatically. */
  motion: { key: LOCAL_KEYS.motion, read: oneOf('on', 'paused'), fallback: 'on' },
  /** Whether the app saves data; 'auto' follows the browser's setting. */
  dataSaving: { key: LOCAL_KEYS.dataSaving, read: oneOf('auto', 'on', 'off'), fallback: 'auto' },
  /** Whether videos in the viewer play with sound. */
  sound: { key: LOCAL_KEYS.sound, read: oneOf('on', 'off'), fallback: 'off' },
  /** Whether the user was asked to install the app on this device. */
  installOffer: { key: LOCAL_KEYS.installOffer, read: oneOf('open', 'made'), fallback: 'open' },
  /** Whether the user allows the tracking of usage and speed. */
  usageConsent: { key: LOCAL_KEYS.usageConsent, read: readConsent, fallback: 'unasked' },
  /** Whether the user allows the tracking of the site or campaign that a visit came from. */
  attributionConsent: { key: LOCAL_KEYS.attributionConsent, read: readConsent, fallback: 'unasked' },
  errorReports: { key: LOCAL_KEYS.errorReports, read: readConsent, fallback: 'unasked' },
} as const

export type PreferenceName = keyof typeof PREFERENCE_TABLE
type ReadBy<Read> = Read extends Reader<infer Value> ? Value : never
export type Preferences = { [Name in PreferenceName]: ReadBy<(typeof PREFERENCE_TABLE)[Name]['read']> }

/** Parses one stored preference. For a missing or invalid text, it returns the default. */
export function parsePreference<Name extends PreferenceName>(name: Name, text: string | null): Preferences[Name] {
  const { read, fallback } = PREFERENCE_TABLE[name]
  let stored: unknown
  try {
    stored = text === null ? undefined : JSON.parse(text)
  } catch {
    stored = undefined
  }
  return (read(stored) ?? fallback) as Preferences[Name]
}

function load<Name extends PreferenceName>(name: Name): Preferences[Name] {
  return parsePreference(name, readLocal(PREFERENCE_TABLE[name].key))
}

export const preferences = proxy<Preferences>({
  colorMode: load('colorMode'),
  componentLocale: load('componentLocale'),
  shownMetadataNotice: load('shownMetadataNotice'),
  notices: load('notices'),
  motion: load('motion'),
  dataSaving: load('dataSaving'),
  sound: load('sound'),
  installOffer: load('installOffer'),
  usageConsent: load('usageConsent'),
  attributionConsent: load('attributionConsent'),
  errorReports: load('errorReports'),
})

export function setPreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  Object.assign(preferences, { [name]: value })
  writeLocal(PREFERENCE_TABLE[name].key, JSON.stringify(value))
}

/** Applies preferences that another tab has changed. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    const name = (Object.keys(PREFERENCE_TABLE) as PreferenceName[]).find((name) => PREFERENCE_TABLE[name].key === key)
    if (name !== undefined) Object.assign(preferences, { [name]: load(name) })
  })
}
