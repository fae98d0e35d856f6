import type { ReactElement } from 'react'
import { AccountGate } from '#src/features/account/account-gate.tsx'
import { NamesForm } from '#src/features/account/profile/names-form.tsx'
import { ProfileCard } from '#src/features/account/profile/profile-card.tsx'
import { DeletionNote } from '#src/features/account/settings/deletion-note.tsx'
import { useText } from '#src/lib/i18n.ts'
import styles from './account-page.module.css'

export function PersonalPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{text('account.personal.title')}</h1>
      <AccountGate reason={text('account.visitor.personal')}>
        {(account) => (
          <div key={account.id} className={styles['parts']}>
            <DeletionNote account={account} />
            <ProfileCard account={account} />
            <NamesForm account={account} />
          </div>
        )}
      </AccountGate>
    </div>
  )
}
