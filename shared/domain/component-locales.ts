/** The languages of component texts, by their public codes. Rule: docs/platform.md, "Languages". */
export const COMPONENT_LOCALES = [
  'ar',
  'az',
  'bg',
  'bn',
  'ca',
  'ckb',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa-IR',
  'fi',
  'fr',
  'he',
  'hi',
  'hu',
  'hy',
  'id',
  'it',
  'ja',
  'kk',
  'km',
  'ko',
  'ky',
  'lb',
  'lt',
  'mn',
  'ms',
  'nb-NO',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tj',
  'tr',
  'ug-CN',
  'uk',
  'ur',
  'uz',
  'vi',
  'zh-CN',
  'zh-TW',
] as const

export type ComponentLocale = (typeof COMPONENT_LOCALES)[number]

/** The components' default language. */
export const DEFAULT_COMPONENT_LOCALE: ComponentLocale = 'zh-CN'
/** The fallback for missing texts and languages. */
export const FALLBACK_COMPONENT_LOCALE: ComponentLocale = 'en'
/** Right-to-left languages. */
export const RIGHT_TO_LEFT_LOCALES: readonly ComponentLocale[] = ['ar', 'ckb', 'fa-IR', 'he', 'ug-CN', 'ur']

/** The language code of a value; undefined if the value is no language code. */
export function componentLocaleOf(value: unknown): ComponentLocale | undefined {
  return COMPONENT_LOCALES.find((code) => code === value)
}

/** The BCP 47 tag for `lang` and Intl; the public code of Tajik is not valid there. */
export function languageTag(code: ComponentLocale): string {
  return code === 'tj' ? 'tg' : code
}

/** The text direction of a language. */
export function directionOf(code: ComponentLocale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_LOCALES.includes(code) ? 'rtl' : 'ltr'
}
