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

/** The language code of a value; undefined if it is none. */
export function componentLocaleOf(value: unknown): ComponentLocale | undefined {
  return COMPONENT_LOCALES.find((code) => code === value)
}

/** Browser language codes that differ from these codes. */
const CODE_OF_LANGUAGE: Readonly<Record<string, ComponentLocale>> = {
  fa: 'fa-IR',
  in: 'id',
  iw: 'he',
  nb: 'nb-NO',
  nn: 'nb-NO',
  no: 'nb-NO',
  tg: 'tj',
  ug: 'ug-CN',
}
const CHINESE = new Set(['zh', 'cmn', 'yue'])
/** Markers of traditional Chinese. */
const TRADITIONAL = new Set(['hant', 'hk', 'mo', 'tw'])
/** Tags that name no language. */
const NO_LANGUAGE = new Set(['', '*', 'und'])

/**
 * The first of a browser's languages (BCP 47, best first) that components support; English if it has only others; null if it has none.
 * Rule: docs/platform.md, "Languages".
 */
export function spokenComponentLocale(tags: readonly string[]): ComponentLocale | null {
  const named = tags.filter((tag) => !NO_LANGUAGE.has(tag.toLowerCase()))
  return named.map(codeOfTag).find((code) => code !== null) ?? (named.length > 0 ? FALLBACK_COMPONENT_LOCALE : null)
}

function codeOfTag(tag: string): ComponentLocale | null {
  const [language = '', ...rest] = tag.toLowerCase().split('-')
  if (CHINESE.has(language)) {
    const isTraditional = language === 'yue' || rest.some((part) => TRADITIONAL.has(part))
    return isTraditional && !rest.includes('hans') ? 'zh-TW' : 'zh-CN'
  }
  const exact = COMPONENT_LOCALES.find((code) => code.toLowerCase() === tag.toLowerCase())
  return exact ?? CODE_OF_LANGUAGE[language] ?? COMPONENT_LOCALES.find((code) => code === language) ?? null
}

/** The BCP 47 tag for `lang` and Intl; the public code of Tajik is not valid there. */
export function languageTag(code: ComponentLocale): string {
  return code === 'tj' ? 'tg' : code
}

/** The text direction of a language. */
export function directionOf(code: ComponentLocale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT_LOCALES.includes(code) ? 'rtl' : 'ltr'
}
