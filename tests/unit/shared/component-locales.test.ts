import { expect, test } from 'vitest'
import {
  COMPONENT_LOCALES,
  DEFAULT_COMPONENT_LOCALE,
  directionOf,
  FALLBACK_COMPONENT_LOCALE,
  componentLocaleOf,
  languageTag,
  RIGHT_TO_LEFT_LOCALES,
} from '#shared/domain/component-locales.ts'
import { spokenComponentLocale } from '#shared/domain/spoken-component-locale.ts'

/** TypeScript's library does not have these members of `Intl.Locale` yet. */
interface WithTextInfo {
  readonly getTextInfo?: () => { readonly direction: string }
  readonly textInfo?: { readonly direction: string }
}

test('COMPONENT_LOCALES are 51 codes, each once and in order', () => {
  expect(COMPONENT_LOCALES).toHaveLength(51)
  expect(COMPONENT_LOCALES).toEqual([...new Set(COMPONENT_LOCALES)].toSorted())
})

test('DEFAULT_COMPONENT_LOCALE is Chinese and FALLBACK_COMPONENT_LOCALE English, both of the list', () => {
  expect([DEFAULT_COMPONENT_LOCALE, FALLBACK_COMPONENT_LOCALE]).toEqual(['zh-CN', 'en'])
  for (const code of [DEFAULT_COMPONENT_LOCALE, FALLBACK_COMPONENT_LOCALE]) expect(componentLocaleOf(code)).toBe(code)
})

test('a code is in the list in its exact spelling', () => {
  for (const code of ['tg', 'zh', 'EN', '', null, 7]) expect(componentLocaleOf(code)).toBeUndefined()
})

test('every code but that of Tajik is the tag that Intl knows', () => {
  expect(COMPONENT_LOCALES.filter((code) => languageTag(code) !== code)).toEqual(['tj'])
  expect(languageTag('tj')).toBe('tg')
  for (const code of COMPONENT_LOCALES) expect(Intl.getCanonicalLocales(languageTag(code)), code).toHaveLength(1)
})

test('RIGHT_TO_LEFT_LOCALES are the six of Intl', () => {
  expect(RIGHT_TO_LEFT_LOCALES).toEqual(['ar', 'ckb', 'fa-IR', 'he', 'ug-CN', 'ur'])
  for (const code of COMPONENT_LOCALES) {
    const locale = new Intl.Locale(languageTag(code)) as Intl.Locale & WithTextInfo
    expect(directionOf(code), code).toBe((locale.getTextInfo?.() ?? locale.textInfo)?.direction)
  }
})

test.each([
  [['en-US', 'en'], 'en'],
  [['de-AT'], 'de'],
  [['zh-CN'], 'zh-CN'],
  [['zh-Hans-HK'], 'zh-CN'],
  [['zh'], 'zh-CN'],
  [['zh-TW'], 'zh-TW'],
  [['zh-Hant-CN'], 'zh-TW'],
  [['zh-HK'], 'zh-TW'],
  [['pt-BR'], 'pt-BR'],
  [['pt-PT'], 'pt'],
  [['fa'], 'fa-IR'],
  [['nn-NO'], 'nb-NO'],
  [['tg-Cyrl-TJ'], 'tj'],
  [['ug'], 'ug-CN'],
  [['iw-IL'], 'he'],
  [['mi-NZ', 'haw', 'fr-CA', 'en'], 'fr'],
  [['zh-Hant-HK'], 'zh-TW'],
  [['yue-Hant-HK'], 'zh-TW'],
  [['yue-Hans-CN'], 'zh-CN'],
  [['cmn-CN'], 'zh-CN'],
  [['mi-NZ'], 'en'],
  [['sw-KE'], 'en'],
  [['hr', 'sr-Latn-RS'], 'en'],
  [['hr', 'zh'], 'zh-CN'],
  [['C'], 'en'],
  [['sw', '*'], 'en'],
  [['*'], null],
  [['und', ''], null],
  [[], null],
] as const)('a browser with the languages %j shows components in %s', (tags, code) => {
  expect(spokenComponentLocale(tags)).toBe(code)
})
