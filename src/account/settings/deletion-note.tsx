import { useId, useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { cancelDeletion } from '#shared/api/account-settings.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, useText } from '#src/i18n/i18n.ts'
import { formatDate } from '#src/i18n/format-date.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import styles from './deletion-note.module.css'

/** A note that says when the account will be deleted. The user can cancel the deletion. */
export function DeletionNote({ account: { deletesAt } }: { readonly account: UserInfo }) {
  const text = useText()
  const titleId = useId()
  const [isBusy, setBusy] = useState(false)
  if (deletesAt === null) return null
  const stopDeletion = async () => {
    endToast('deletion')
    setBusy(true)
    const answer = await api.call(cancelDeletion, {})
    if (answer.ok) {
      await hub.api.refreshAccount()
      void showToast({ id: 'deletion', color: 'success', title: text('account.delete.canceled') }, 'money')
    } else
      void showToast({ id: 'deletion', color: 'error', title: text('account.failed'), description: failureText(answer.error) }, 'money')
    setBusy(false)
  }
  return (
    <section className={styles['note']} aria-labelledby={titleId}>
      <Icon name="alert" size="l" />
      <div className={styles['words']}>
        <h2 id={titleId} className={styles['title']}>
          {text('account.delete.asked')}
        </h2>
        <p className={styles['hint']}>{text('account.delete.until', { day: formatDate(deletesAt) })}</p>
      </div>
      <Button variant="primary" isBusy={isBusy} onClick={() => void stopDeletion()}>
        {text('account.delete.keep')}
      </Button>
    </section>
  )
}
