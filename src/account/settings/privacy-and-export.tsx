import { useState } from 'react'
import { exportMe } from '#shared/api/account-settings.ts'
import { useText, loadFailureText } from '#src/i18n/i18n.ts'
import { LinkedText } from '#src/routing/linked-text.tsx'
import { preferences, setPreference } from '#src/store/preferences.ts'
import { knownChoices } from '#src/measurement/privacy-choices.ts'
import { useSnapshot } from '#src/store/state.ts'
import { asksNotToBeFollowed } from '#src/measurement/consent-question.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { api } from '#src/hub-client/api.ts'
import { saveFile } from '#src/browser/download.ts'
import { Button } from '#src/design/button.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

/** The privacy choices of this browser, all off until the user turns them on. Choices without effect on this server are hidden. */
export function PrivacySection() {
  const text = useText()
  const choices = useSnapshot(preferences)
  // The offered rows do not change while the screen is open.
  const [offeredChoices] = useState(knownChoices)
  return (
    <SettingsSection title={text('account.privacy.title')} hint={text('account.privacy.hint')}>
      {offeredChoices.map((name) => (
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

export function ExportSection() {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const exportAccount = async () => {
    endToast('export')
    setBusy(true)
    const answer = await api.call(exportMe, {})
    setBusy(false)
    if (answer.ok) {
      saveFile(answer.value, `kinora-account-${new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)}.zip`)
      void showToast({ id: 'export', color: 'success', title: text('account.export.done') }, 'money')
    } else
      void showToast({ id: 'export', color: 'error', title: text('account.failed'), description: loadFailureText(answer.error) }, 'money')
  }
  return (
    <SettingsSection title={text('account.export.title')} hint={text('account.export.hint')}>
      <Button icon="download" isBusy={isBusy} onClick={() => void exportAccount()}>
        {text('account.export.button')}
      </Button>
    </SettingsSection>
  )
}
