import { useState } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { LinkedText } from '#src/platform/linked-text.tsx'
import { preferences, setPreference } from '#src/platform/preferences.ts'
import { knownChoices } from '#src/measurement/privacy-choices.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { asksNotToBeFollowed } from '#src/measurement/consent-question.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

/** The privacy choices of this browser, all off by default. A choice without effect on this server is hidden. */
export function PrivacySection() {
  const text = useText()
  const choices = useSnapshot(preferences)
  // The rows stay fixed while the screen is open.
  const [offered] = useState(knownChoices)
  return (
    <SettingsSection id="privacy" title={text('account.privacy.title')} hint={text('account.privacy.hint')}>
      {offered.map((name) => (
        <SwitchRow
          key={name}
          title={text(`account.privacy.${name}`)}
          hint={text(`account.privacy.${name}Hint`)}
          isOn={choices[name] === 'granted'}
          onTurn={(isOn) => setPreference(name, isOn ? 'granted' : 'refused')}
        />
      ))}
      {asksNotToBeFollowed() && <p className={styles['note']}>{text('account.privacy.signed')}</p>}
      <p className={styles['note']}>
        <LinkedText text={text('account.privacy.more')} />
      </p>
    </SettingsSection>
  )
}
