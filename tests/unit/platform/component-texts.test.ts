import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMPONENT_LOCALES, RIGHT_TO_LEFT_LOCALES } from '#shared/domain/component-locales.ts'
import { COMPONENT_FALLBACK } from '#src/i18n/component-locale.ts'

const folder = new URL('../../../public/locales/component/', import.meta.url)
const readTexts = (locale: string) => JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')) as Record<string, string>
const placeholders = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([name]) => name).toSorted()

const englishTexts = readTexts('en')
/** The keys of the design system's own texts, which every language must have. */
const KIT_KEYS = `carousel.dots carousel.goto carousel.next carousel.prev fileUpload.removeFile modal.close slideover.close
  toast.close`.split(/\s+/)

test('there is a file for each language of the list, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(COMPONENT_LOCALES.map((locale) => `${locale}.json`).toSorted())
})

test('the texts of the design system are there, beside those of crop dialog, hot tags and error pages', () => {
  expect(Object.keys(englishTexts)).toEqual(expect.arrayContaining(KIT_KEYS))
  const otherKeys = Object.keys(englishTexts).filter((key) => !KIT_KEYS.includes(key))
  expect(otherKeys.every((key) => /^(?:crop|error|hotTag)\./.test(key))).toBe(true)
})

test.each(COMPONENT_LOCALES)('%s has every text, in order, with its placeholders', (locale) => {
  const texts = readTexts(locale)
  expect(Object.keys(texts)).toEqual(Object.keys(englishTexts).toSorted())
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), key).toBe(text)
    expect(text, key).not.toBe('')
    expect(placeholders(text), key).toEqual(placeholders(englishTexts[key]))
  }
})

test.each(COMPONENT_LOCALES.filter((locale) => locale !== 'en'))('%s is not English', (locale) => {
  const texts = readTexts(locale)
  const englishKeys = Object.keys(texts).filter((key) => texts[key] === englishTexts[key])
  expect(englishKeys.length, englishKeys.join(' ')).toBeLessThan(12)
})

test.each(RIGHT_TO_LEFT_LOCALES)('%s reads a size from left to right', (locale) => {
  const size = '\u2066{{width}} × {{height}} px\u2069'
  expect(readTexts(locale)['crop.size']).toBe(size)
  expect(readTexts(locale)['crop.status']).toContain(size)
})

test('Chinese has exactly the fixed texts, and names both errors in English', () => {
  expect(readTexts('zh-CN')).toMatchObject({
    'crop.preview': '预览',
    'crop.aspectRatio': '宽高比',
    'crop.reset': '重置',
    'crop.cancel': '取消',
    'crop.confirm': '确定',
    'crop.loading': '正在加载图片...',
    'error.notFound': 'Page Not Found',
    'error.server': 'Internal Server Error',
  })
})

test('the errors have their fixed names in English, also where no file can be had', () => {
  for (const texts of [englishTexts, COMPONENT_FALLBACK]) {
    expect(texts).toMatchObject({ 'error.notFound': 'Page Not Found', 'error.server': 'Internal Server Error' })
  }
})
