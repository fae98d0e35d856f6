import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Preferences } from '#src/store/preferences.ts'

const FILES: Record<string, Record<string, string>> = {
  en: { 'crop.reset': 'Reset', 'crop.new': 'Only in English yet', 'modal.close': 'Close' },
  'zh-CN': { 'crop.reset': '重置', 'crop.new': '新', 'modal.close': '关闭' },
  he: { 'crop.reset': 'איפוס', 'modal.close': 'סגירה' },
  tj: { 'crop.reset': 'Аз нав' },
}
const WAIT_MS = 2000

let answer: (locale: string) => Promise<Response>

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  answer = async (locale) => (locale in FILES ? Response.json(FILES[locale]) : new Response(null, { status: 404 }))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: [] })
  vi.stubGlobal('fetch', (address: string) => answer(/component\/([\w-]+)\.json/.exec(address)?.[1] ?? ''))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Renders a text of the components, with the language and the direction that the page announces. */
async function shown(key = 'crop.reset'): Promise<string> {
  const { useComponentText } = await import('#src/i18n/component-locale.ts')
  const Words = () => {
    const { language, direction, text } = useComponentText()
    return `${text(key)}|${language}|${direction}`
  }
  return renderToStaticMarkup(createElement(Words))
}

async function choose(locale: Preferences['componentLocale']): Promise<void> {
  const { preferences } = await import('#src/store/preferences.ts')
  preferences.componentLocale = locale
}

const show = async (locale: Exclude<Preferences['componentLocale'], ''>) =>
  (await import('#src/i18n/component-locale.ts')).showComponentLocale(locale)

test('nothing shows before the texts are loaded, then they show in Chinese', async () => {
  expect(await shown()).toBe('|zh-CN|ltr')
  await show('zh-CN')
  expect(await shown()).toBe('重置|zh-CN|ltr')
})

test('the server sets another default in the page; an invalid language is ignored', async () => {
  for (const [named, language] of [
    ['ar', 'ar'],
    ['nowhere', 'zh-CN'],
  ] as const) {
    vi.stubGlobal('document', { documentElement: { dataset: { componentLocale: named } } })
    expect((await import('#src/i18n/component-locale.ts')).defaultComponentLocale()).toBe(language)
  }
})

test('the browser’s language precedes the server’s, and the user’s choice both', async () => {
  vi.stubGlobal('navigator', { languages: ['mi-NZ', 'he-IL', 'en'] })
  expect(await shown()).toBe('|he|rtl')
  await choose('tj')
  expect(await shown()).toBe('|tg|ltr')
})

test('a right-to-left language is marked; a missing text is English', async () => {
  await choose('he')
  expect(await show('he')).toBe(true)
  expect(await shown()).toBe('איפוס|he|rtl')
  expect(await shown('crop.new')).toBe('Only in English yet|he|rtl')
})

test('Tajik is sent with the tag that browsers know', async () => {
  await show('tj')
  expect(await shown()).toBe('Аз нав|tg|ltr')
})

test('the former language stays until the new one is loaded', async () => {
  await show('zh-CN')
  let send: (response: Response) => void = () => undefined
  const waiting = new Promise<Response>((resolve) => (send = resolve))
  const before = answer
  answer = (locale) => (locale === 'he' ? waiting : before(locale))
  await choose('he')
  const showing = show('he')
  expect(await shown()).toBe('重置|zh-CN|ltr')
  send(Response.json(FILES['he']))
  expect(await showing).toBe(true)
  expect(await shown()).toBe('איפוס|he|rtl')
})

test('English replaces a language that fails to load, and at the latest after 2 s; the next try is a new one', async () => {
  expect(await show('ja')).toBe(false)
  expect(await shown()).toBe('Reset|en|ltr')
  FILES['ja'] = { 'crop.reset': 'リセット' }
  expect(await show('ja')).toBe(true)
  expect(await shown()).toBe('リセット|ja|ltr')
  answer = () => new Promise(() => undefined)
  void show('ko')
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  expect(await shown()).toBe('リセット|ja|ltr')
  await vi.advanceTimersByTimeAsync(1)
  expect(await shown()).toBe('Reset|en|ltr')
})

test('without any file the errors have their names', async () => {
  answer = async () => new Response(null, { status: 503 })
  await show('zh-CN')
  expect(await shown('error.notFound')).toBe('Page Not Found|en|ltr')
})

test('the kit has another language than the product once one is chosen and loaded', async () => {
  const { useChosenText } = await import('#src/i18n/component-locale.ts')
  const Words = () => useChosenText()?.text('modal.close') ?? 'product'
  const kit = () => renderToStaticMarkup(createElement(Words))
  await show('zh-CN')
  expect(kit()).toBe('product')
  await choose('he')
  await show('he')
  expect(kit()).toBe('סגירה')
})
