import type { ReactElement } from 'react'
import { AccountGate } from '#src/features/account/account-gate.tsx'
import { DeletionNote } from '#src/features/account/settings/deletion-note.tsx'
import { DeletionSection } from '#src/features/account/settings/deletion-section.tsx'
import { ExportSection } from '#src/features/account/settings/export-section.tsx'
import { LookSection } from '#src/features/account/settings/look-section.tsx'
import { PasswordForm } from '#src/features/account/settings/password-form.tsx'
import { SessionList } from '#src/features/account/settings/session-list.tsx'
import { useText } from '#src/lib/i18n.ts'
import styles from './account-page.module.css'

export function SettingsPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{text('account.settings.title')}</h1>
      <AccountGate reason={text('account.visitor.settings')}>
        {(account) => (
          <div key={account.id}>
            <DeletionNote account={account} />
            <PasswordForm account={account} />
            <SessionList />
            <ExportSection />
            <DeletionSection account={account} />
          </div>
        )}
      </AccountGate>
      <LookSection />
    </div>
  )
}
