import type { TextValues } from './i18n.ts'
import { useEffect } from 'react'
import { fetchTexts } from './i18n.ts'
import { preferences } from './preferences.ts'
import { proxy, useSnapshot } from './state.ts'

/** Languages the texts of components come in. */
const COMPONENT_LOCALES = ['en', 'zh-CN'] as const

const loaded = proxy<Record<string, Readonly<Record<string, string>>>>({})
const asked = new Set<string>()

async function load(code: string): Promise<void> {
  if (asked.has(code)) return
  asked.add(code)
  const texts = await fetchTexts(`component/${code}`)
  if (texts === undefined) asked.delete(code)
  else loaded[code] = texts
}

/** Gives a text of the component language; `{{name}}` in it becomes the value of that name. */
export type ComponentText = (key: string, values?: TextValues) => string

/** Texts of crop dialog, hot tags and error page in the chosen component language; '' until they are there. */
export function useComponentText(): { readonly language: string; readonly text: ComponentText } {
  const { componentLocale } = useSnapshot(preferences)
  const language = COMPONENT_LOCALES.find((code) => code === componentLocale) ?? 'zh-CN'
  const texts = useSnapshot(loaded)[language]
  useEffect(() => void load(language), [language])
  return { language, text: (key, values = {}) => fill(texts?.[key] ?? '', values) }
}

function fill(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (name, key: string) => String(values[key] ?? name))
}
