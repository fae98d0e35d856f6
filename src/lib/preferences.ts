import { z } from 'zod/mini'
import { readLocal, writeLocal } from './local-values.ts'
import { proxy } from './state.ts'

/** Everything this browser remembers about how the person likes it. */
const TABLE = {
  colorMode: { key: 'kinora.colorMode', schema: z.enum(['system', 'dark', 'light']), fallback: 'system' },
  componentLocale: { key: 'kinora.componentLocale', schema: z.string().check(z.maxLength(8)), fallback: 'zh-CN' },
  /** What this browser was told of metadata that preparation removes from pictures. */
  metadataTold: { key: 'kinora.metadataTold', schema: z.enum(['none', 'some', 'place']), fallback: 'none' },
  /** Whether the end of a video is told while no tab is visible; 'asking' from the first commit until it is answered. */
  notices: { key: 'kinora.notices', schema: z.enum(['unasked', 'asking', 'on', 'off']), fallback: 'unasked' },
  /** Whether galleries and lists move by themselves. */
  motion: { key: 'kinora.motion', schema: z.enum(['on', 'paused']), fallback: 'on' },
  /** Whether videos that are looked at closely are heard. */
  sound: { key: 'kinora.sound', schema: z.enum(['on', 'off']), fallback: 'off' },
} as const

export type PreferenceName = keyof typeof TABLE
export type Preferences = { [Name in PreferenceName]: z.infer<(typeof TABLE)[Name]['schema']> }

/** Reads one stored text; anything broken becomes the fallback. */
export function parsePreference<Name extends PreferenceName>(name: Name, text: string | null): Preferences[Name] {
  const { schema, fallback } = TABLE[name]
  let raw: unknown
  try {
    raw = text === null ? undefined : JSON.parse(text)
  } catch {
    raw = undefined
  }
  const parsed = schema.safeParse(raw)
  return (parsed.success ? parsed.data : fallback) as Preferences[Name]
}

function load<Name extends PreferenceName>(name: Name): Preferences[Name] {
  return parsePreference(name, readLocal(TABLE[name].key))
}

export const preferences = proxy<Preferences>({
  colorMode: load('colorMode'),
  componentLocale: load('componentLocale'),
  metadataTold: load('metadataTold'),
  notices: load('notices'),
  motion: load('motion'),
  sound: load('sound'),
})

export function setPreference<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void {
  Object.assign(preferences, { [name]: value })
  writeLocal(TABLE[name].key, JSON.stringify(value))
}

/** Follows what other tabs set. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    const name = (Object.keys(TABLE) as PreferenceName[]).find((name) => TABLE[name].key === key)
    if (name !== undefined) Object.assign(preferences, { [name]: load(name) })
  })
}
