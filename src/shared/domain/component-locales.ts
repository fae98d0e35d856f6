/** The languages that the texts of components come in, by their public codes. Rule: docs/rules.md, "Languages". */
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

/** The language of components where neither a person nor a server has chosen one. Rule: docs/rules.md, "Languages". */
export const DEFAULT_COMPONENT_LOCALE: ComponentLocale = 'zh-CN'
/** What stands in where a text or a whole language can't be had. Rule: docs/rules.md, "Languages". */
export const FALLBACK_COMPONENT_LOCALE: ComponentLocale = 'en'
/** The languages that are written from right to left. Rule: docs/rules.md, "Languages". */
export const RIGHT_TO_LEFT_LOCALES: readonly ComponentLocale[] = ['ar', 'ckb', 'fa-IR', 'he', 'ug-CN', 'ur']

export function isComponentLocale(value: unknown): value is ComponentLocale {
  return (COMPONENT_LOCALES as readonly unknown[]).includes(value)
}

/** What `lang` and Intl call a language: the public code of Tajik is none of theirs. Rule: docs/rules.md, "Languages". */
export function languageTag(code: ComponentLocale): string {
  return code === 'tj' ? 'tg' : code
}

/** Where the lines of a language begin. Rule: docs/rules.md, "Languages". */
export function directionOf(code: ComponentLocale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_LOCALES.includes(code) ? 'rtl' : 'ltr'
}
