import type { ReactElement } from 'react'
import type { ComponentLocale } from '#shared/domain/component-locales.ts'
import { useState } from 'react'
import { COMPONENT_LOCALES, directionOf, languageTag } from '#shared/domain/component-locales.ts'
import { defaultComponentLocale, showComponentLocale } from '#src/lib/component-locale.ts'
import { useText } from '#src/lib/i18n.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { SelectField } from '#src/ui/select-field.tsx'
import { ownName } from './own-name.ts'
import { SettingsSection } from './settings-section.tsx'

/** The language of crop dialog, error pages and the kit's own words. It is fetched as soon as it is chosen, so that it is there offline. */
export function LanguageSection(): ReactElement {
  const text = useText()
  const { componentLocale } = useSnapshot(preferences)
  const [unread, setUnread] = useState<ComponentLocale | ''>('')
  const [names] = useState(languagesByName)
  const unchosen = { value: '', label: text('account.settings.languageDefault', { name: ownName(defaultComponentLocale()) }) } as const
  const choose = async (locale: ComponentLocale | '') => {
    setPreference('componentLocale', locale)
    const isThere = await showComponentLocale(locale === '' ? defaultComponentLocale() : locale)
    if (preferences.componentLocale === locale) setUnread(isThere ? '' : locale)
  }
  return (
    <SettingsSection title={text('account.settings.language')} hint={text('account.settings.languageHint')}>
      <SelectField
        label={text('account.settings.languageLabel')}
        options={[unchosen, ...names]}
        value={componentLocale}
        problem={unread !== '' && unread === componentLocale ? text('account.settings.languageAway') : undefined}
        onValue={(locale) => void choose(locale)}
      />
    </SettingsSection>
  )
}

function languagesByName() {
  return COMPONENT_LOCALES.map((value) => ({
    value,
    label: ownName(value),
    language: languageTag(value),
    direction: directionOf(value),
  })).toSorted((a, b) => a.label.localeCompare(b.label))
}
