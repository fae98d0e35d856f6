import { type ComponentLocale, COMPONENT_LOCALES, FALLBACK_COMPONENT_LOCALE } from './component-locales.ts'

/** Browser language codes that differ from the codes of the component locales. */
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
 * The first of a browser's languages (BCP 47, best first) that components support; English if components support none of them; null if the
 * browser names no language. Rule: docs/platform.md, "Languages".
 */
export function spokenComponentLocale(tags: readonly string[]): ComponentLocale | null {
  const namedTags = tags.filter((tag) => !NO_LANGUAGE.has(tag.toLowerCase()))
  return namedTags.map(codeOfTag).find((code) => code !== null) ?? (namedTags.length > 0 ? FALLBACK_COMPONENT_LOCALE : null)
}

function codeOfTag(tag: string): ComponentLocale | null {
  const [language = '', ...subtags] = tag.toLowerCase().split('-')
  if (CHINESE.has(language)) {
    const isTraditional = language === 'yue' || subtags.some((part) => TRADITIONAL.has(part))
    return isTraditional && !subtags.includes('hans') ? 'zh-TW' : 'zh-CN'
  }
  const exactCode = COMPONENT_LOCALES.find((code) => code.toLowerCase() === tag.toLowerCase())
  return exactCode ?? CODE_OF_LANGUAGE[language] ?? COMPONENT_LOCALES.find((code) => code === language) ?? null
}
