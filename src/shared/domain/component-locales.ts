/** The languages that the texts of components come in, by their public codes. Rule: docs/platform.md, "Languages". */
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

/** The language of components where neither a person nor a server has chosen one. */
export const DEFAULT_COMPONENT_LOCALE: ComponentLocale = 'zh-CN'
/** What stands in where a text or a whole language can't be had. */
export const FALLBACK_COMPONENT_LOCALE: ComponentLocale = 'en'
/** The languages that are written from right to left. */
export const RIGHT_TO_LEFT_LOCALES: readonly ComponentLocale[] = ['ar', 'ckb', 'fa-IR', 'he', 'ug-CN', 'ur']

/** The code that a value is; undefined for anything else. */
export function componentLocaleOf(value: unknown): ComponentLocale | undefined {
  return COMPONENT_LOCALES.find((code) => code === value)
}

/** Codes whose language browsers name without the country, or otherwise. */
const CODE_OF_LANGUAGE: Readonly<Record<string, ComponentLocale>> = {
  fa: 'fa-IR',
  in: 'id',
  iw: 'he',
  nb: 'nb-NO',
  nn: 'nb-NO',
  no: 'nb-NO',
  tg: 'tj',
  ug: 'ug-CN',
  zh: 'zh-CN',
}
/** What tells that Chinese is written in its traditional script. */
const TRADITIONAL = new Set(['hant', 'hk', 'mo', 'tw'])

/**
 * The first of a browser's languages (BCP 47, best first) that components have; null where they have none of them. Rule: docs/platform.md,
 * "Languages".
 */
export function spokenComponentLocale(tags: readonly string[]): ComponentLocale | null {
  return tags.map(codeOfTag).find((code) => code !== null) ?? null
}

function codeOfTag(tag: string): ComponentLocale | null {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  if (language === 'zh' && !rest.includes('hans') && rest.some((part) => TRADITIONAL.has(part))) return 'zh-TW'
  const exact = COMPONENT_LOCALES.find((code) => code.toLowerCase() === tag.toLowerCase())
  return exact ?? CODE_OF_LANGUAGE[language] ?? COMPONENT_LOCALES.find((code) => code === language) ?? null
}

/** What `lang` and Intl call a language: the public code of Tajik is none of theirs. */
export function languageTag(code: ComponentLocale): string {
  return code === 'tj' ? 'tg' : code
}

/** Where the lines of a language begin. */
export function directionOf(code: ComponentLocale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_LOCALES.includes(code) ? 'rtl' : 'ltr'
}
