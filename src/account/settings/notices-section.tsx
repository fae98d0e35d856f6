import { useState, useSyncExternalStore } from 'react'
import { answerNotices } from '#src/browser/notifications.ts'
import { showNotification } from '#src/browser/show-notification.ts'
import { useText } from '#src/i18n/i18n.ts'
import { type Preferences, preferences, setPreference } from '#src/store/preferences.ts'
import { linkTo } from '#src/routing/routes.ts'
import { subscribe, useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { can } from '#shared/browser/capabilities.ts'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

const TEST_TAG = 'kinora-test'

/** Notifications on this device: their state, the permission, a switch and a test. */
export function NoticesSection() {
  const text = useText()
  const { notices } = useSnapshot(preferences)
  const permission = useSyncExternalStore(followPermission, readPermission, readPermission)
  const [isAskingPermission, setAskingPermission] = useState(false)
  const [testOutcome, setTestOutcome] = useState<'shown' | 'refused' | null>(null)
  const state = noticeState(permission, notices)
  const turnNotices = async (isOn: boolean) => {
    if (!isOn) return setPreference('notices', 'off')
    setAskingPermission(true)
    await answerNotices(true)
    setAskingPermission(false)
  }
  const showTest = async () => {
    const options = { body: text('account.notices.testBody'), tag: TEST_TAG, data: { path: linkTo('creations') } }
    setTestOutcome((await showNotification(text('account.notices.testTitle'), options)) ? 'shown' : 'refused')
  }
  return (
    <SettingsSection title={text('account.notices.title')} hint={text('account.notices.hint')}>
      <SwitchRow
        title={text('account.notices.switch')}
        hint={text(`account.notices.state.${state}`)}
        isOn={state === 'on'}
        isDisabled={state === 'unsupported' || state === 'blocked'}
        isBusy={isAskingPermission}
        onTurn={(isOn) => void turnNotices(isOn)}
      />
      {state === 'on' && (
        <Button icon="bell" onClick={() => void showTest()}>
          {text('account.notices.test')}
        </Button>
      )}
      <output className={styles['note']}>{state === 'on' && testOutcome !== null && text(`account.notices.${testOutcome}`)}</output>
    </SettingsSection>
  )
}

function readPermission(): NotificationPermission | undefined {
  return can('notifications') ? Notification.permission : undefined
}

/**
 * Calls `onChange` when the permission may have changed. Browser settings change it without an event, so it is read again when the
 * tab becomes visible.
 */
function followPermission(onChange: () => void): () => void {
  const stop = subscribe(preferences, onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Whether this device shows notifications, or what prevents that. `open`: the user has not decided about the permission. */
type NoticeState = 'unsupported' | 'blocked' | 'open' | 'on' | 'off'

/**
 * The state, from the permission (undefined: no notifications) and the user's setting. Rule: docs/creations.md, "Announcements".
 */
export function noticeState(permission: NotificationPermission | undefined, preference: Preferences['notices']): NoticeState {
  if (permission === undefined) return 'unsupported'
  if (permission === 'denied') return 'blocked'
  if (permission === 'default') return 'open'
  return preference === 'off' ? 'off' : 'on'
}
