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
async function renderText(key = 'crop.reset'): Promise<string> {
  const { useComponentText } = await import('#src/i18n/component-locale.ts')
  const Words = () => {
    const { language, direction, text } = useComponentText()
    return `${text(key)}|${language}|${direction}`
  }
  return renderToStaticMarkup(createElement(Words))
}

async function chooseLocale(locale: Preferences['componentLocale']): Promise<void> {
  const { preferences } = await import('#src/store/preferences.ts')
  preferences.componentLocale = locale
}

const showLocale = async (locale: Exclude<Preferences['componentLocale'], ''>) =>
  (await import('#src/i18n/component-locale.ts')).showComponentLocale(locale)

test('nothing shows before the texts are loaded, then they show in Chinese', async () => {
  expect(await renderText()).toBe('|zh-CN|ltr')
  await showLocale('zh-CN')
  expect(await renderText()).toBe('重置|zh-CN|ltr')
})

test('the server sets another default in the page; an invalid language is ignored', async () => {
  for (const [namedLocale, language] of [
    ['ar', 'ar'],
    ['nowhere', 'zh-CN'],
  ] as const) {
    vi.stubGlobal('document', { documentElement: { dataset: { componentLocale: namedLocale } } })
    expect((await import('#src/i18n/component-locale.ts')).defaultComponentLocale()).toBe(language)
  }
})

test('the browser’s language precedes the server’s, and the user’s choice both', async () => {
  vi.stubGlobal('navigator', { languages: ['mi-NZ', 'he-IL', 'en'] })
  expect(await renderText()).toBe('|he|rtl')
  await chooseLocale('tj')
  expect(await renderText()).toBe('|tg|ltr')
})

test('a right-to-left language is marked; a missing text is English', async () => {
  await chooseLocale('he')
  expect(await showLocale('he')).toBe(true)
  expect(await renderText()).toBe('איפוס|he|rtl')
  expect(await renderText('crop.new')).toBe('Only in English yet|he|rtl')
})

test('Tajik is sent with the tag that browsers know', async () => {
  await showLocale('tj')
  expect(await renderText()).toBe('Аз нав|tg|ltr')
})

test('the former language stays until the new one is loaded', async () => {
  await showLocale('zh-CN')
  let sendFile: (response: Response) => void = () => undefined
  const delayedResponse = new Promise<Response>((resolve) => (sendFile = resolve))
  const defaultAnswer = answer
  answer = (locale) => (locale === 'he' ? delayedResponse : defaultAnswer(locale))
  await chooseLocale('he')
  const showing = showLocale('he')
  expect(await renderText()).toBe('重置|zh-CN|ltr')
  sendFile(Response.json(FILES['he']))
  expect(await showing).toBe(true)
  expect(await renderText()).toBe('איפוס|he|rtl')
})

test('English replaces a language that fails to load, and at the latest after 2 s; the next try is a new one', async () => {
  expect(await showLocale('ja')).toBe(false)
  expect(await renderText()).toBe('Reset|en|ltr')
  FILES['ja'] = { 'crop.reset': 'リセット' }
  expect(await showLocale('ja')).toBe(true)
  expect(await renderText()).toBe('リセット|ja|ltr')
  answer = () => new Promise(() => undefined)
  void showLocale('ko')
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1)
  expect(await renderText()).toBe('リセット|ja|ltr')
  await vi.advanceTimersByTimeAsync(1)
  expect(await renderText()).toBe('Reset|en|ltr')
})

test('without any file the errors have their names', async () => {
  answer = async () => new Response(null, { status: 503 })
  await showLocale('zh-CN')
  expect(await renderText('error.notFound')).toBe('Page Not Found|en|ltr')
})

test('the kit has another language than the product once one is chosen and loaded', async () => {
  const { useChosenText } = await import('#src/i18n/component-locale.ts')
  const Words = () => useChosenText()?.text('modal.close') ?? 'product'
  const renderKit = () => renderToStaticMarkup(createElement(Words))
  await showLocale('zh-CN')
  expect(renderKit()).toBe('product')
  await chooseLocale('he')
  await showLocale('he')
  expect(renderKit()).toBe('סגירה')
})
