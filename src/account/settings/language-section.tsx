import { useState } from 'react'
import { type ComponentLocale, COMPONENT_LOCALES, directionOf, languageTag } from '#shared/domain/component-locales.ts'
import { defaultComponentLocale, showComponentLocale } from '#src/i18n/component-locale.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { useSnapshot } from '#src/store/state.ts'
import { SelectField } from '#src/design/select-field.tsx'
import { SettingsSection } from './settings-section.tsx'

/**
 * Sets the language of the crop dialog, the error pages and the design components. The texts of a language are loaded when the user
 * chooses it, so that they are available offline.
 */
export function LanguageSection() {
  const text = useText()
  const { componentLocale } = useSnapshot(preferences)
  const [unloadedLocale, setUnloadedLocale] = useState<ComponentLocale | ''>('')
  const [languageOptions] = useState(listLanguageOptions)
  const defaultOption = { value: '', label: text('account.settings.languageDefault', { name: ownName(defaultComponentLocale()) }) } as const
  const chooseLocale = async (locale: ComponentLocale | '') => {
    setPreference('componentLocale', locale)
    const isLoaded = await showComponentLocale(locale === '' ? defaultComponentLocale() : locale)
    if (preferences.componentLocale === locale) setUnloadedLocale(isLoaded ? '' : locale)
  }
  return (
    <SettingsSection title={text('account.settings.language')} hint={text('account.settings.languageHint')}>
      <SelectField
        label={text('account.settings.languageLabel')}
        options={[defaultOption, ...languageOptions]}
        value={componentLocale}
        problem={unloadedLocale !== '' && unloadedLocale === componentLocale ? text('account.settings.languageAway') : undefined}
        onValue={(locale) => void chooseLocale(locale)}
      />
    </SettingsSection>
  )
}

function listLanguageOptions() {
  return COMPONENT_LOCALES.map((value) => ({
    value,
    label: ownName(value),
    language: languageTag(value),
    direction: directionOf(value),
  })).toSorted((a, b) => a.label.localeCompare(b.label))
}

/** The own names of languages for which some browsers have none. */
const OWN_NAMES: Partial<Record<ComponentLocale, string>> = {
  ckb: 'کوردیی ناوەندی',
  hy: 'Հայերեն',
  km: 'ខ្មែរ',
  ky: 'Кыргызча',
  lb: 'Lëtzebuergesch',
  mn: 'Монгол',
  tj: 'Тоҷикӣ',
  'ug-CN': 'ئۇيغۇرچە',
}
/** The tags for which browsers know the name of a language: without the country; for Chinese, with the script. */
const NAME_TAGS: Partial<Record<ComponentLocale, string>> = { 'fa-IR': 'fa', 'nb-NO': 'nb', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' }

/** The own name of a language, with a capital if its script has capitals. */
export function ownName(locale: ComponentLocale): string {
  const tag = languageTag(locale)
  const name = OWN_NAMES[locale] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(NAME_TAGS[locale] ?? tag) ?? locale
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
