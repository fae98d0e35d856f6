import type { ComponentLocale } from '#shared/domain/component-locales.ts'
import { languageTag } from '#shared/domain/component-locales.ts'

/** Languages whose own names not every browser knows. */
const NAMES: Partial<Record<ComponentLocale, string>> = {
  ckb: 'کوردیی ناوەندی',
  hy: 'Հայերեն',
  km: 'ខ្មែរ',
  ky: 'Кыргызча',
  lb: 'Lëtzebuergesch',
  mn: 'Монгол',
  tj: 'Тоҷикӣ',
  'ug-CN': 'ئۇيغۇرچە',
}
/** What tells one language from another for those who read it: not the country, but for Chinese the script. */
const KNOWN_AS: Partial<Record<ComponentLocale, string>> = { 'fa-IR': 'fa', 'nb-NO': 'nb', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }

/** What a language calls itself, with a capital where it has capitals. */
export function ownName(locale: ComponentLocale): string {
  const tag = languageTag(locale)
  const name = NAMES[locale] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(KNOWN_AS[locale] ?? tag) ?? locale
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
