import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { answerNotices, canAskForNotices } from '#src/lib/notice-permission.ts'
import { preferences } from '#src/lib/preferences.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './notify-row.module.css'

/** Asks once, after the first commit, whether the end may be told outside the page; the browser's own question only follows a yes. */
export function NotifyRow(): ReactElement | null {
  const text = useText()
  const { notices } = useSnapshot(preferences)
  if (notices !== 'asking' || !canAskForNotices()) return null
  return (
    <aside className={styles['row']} aria-label={text('notify.label')}>
      <p className={styles['words']}>
        <Icon name="bell" size="s" />
        {text('notify.ask')}
      </p>
      <div className={styles['answers']}>
        <Button onClick={() => void answerNotices(true)}>{text('notify.yes')}</Button>
        <Button look="plain" onClick={() => void answerNotices(false)}>
          {text('notify.no')}
        </Button>
      </div>
    </aside>
  )
}
