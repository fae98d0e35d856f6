import type { TextValues } from './i18n.ts'
import { useEffect } from 'react'
import { COMPONENT_FALLBACK } from './component-fallback.ts'
import { fetchTexts } from './i18n.ts'
import { preferences } from './preferences.ts'
import { proxy, useSnapshot } from './state.ts'

/** Languages the texts of components come in. */
const COMPONENT_LOCALES = ['en', 'zh-CN'] as const
const FALLBACK_LANGUAGE = 'en'
/** After this long without its file an error page has words all the same, in ms. */
const TEXTS_WAIT_MS = 2000

type Texts = Readonly<Record<string, string>>

const loaded = proxy<Record<string, Texts>>({})
/** Languages whose file is not there, as far as is known. */
const missing = proxy<Record<string, boolean>>({})
const asked = new Set<string>()

async function load(code: string): Promise<void> {
  if (asked.has(code)) return
  asked.add(code)
  const wait = setTimeout(() => (missing[code] = true), TEXTS_WAIT_MS)
  const texts = await fetchTexts(`component/${code}`)
  clearTimeout(wait)
  missing[code] = texts === undefined
  if (texts === undefined) asked.delete(code)
  else loaded[code] = texts
}

/** Gives a text of the component language; `{{name}}` in it becomes the value of that name. */
export type ComponentText = (key: string, values?: TextValues) => string

/** Texts of crop dialog, hot tags and error page in the chosen component language; '' until they are there. */
export function useComponentText(): { readonly language: string; readonly text: ComponentText } {
  const { componentLocale } = useSnapshot(preferences)
  const language = COMPONENT_LOCALES.find((code) => code === componentLocale) ?? 'zh-CN'
  const isMissing = useSnapshot(missing)[language] === true
  const texts: Texts | undefined = useSnapshot(loaded)[language] ?? (isMissing ? COMPONENT_FALLBACK : undefined)
  useEffect(() => void load(language), [language])
  const shown = texts === COMPONENT_FALLBACK ? FALLBACK_LANGUAGE : language
  return { language: shown, text: (key, values = {}) => fill(texts?.[key] ?? '', values) }
}

function fill(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => String(values[key] ?? name))
}
