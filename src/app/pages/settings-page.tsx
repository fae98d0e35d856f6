import type { UserInfo } from '#shared/api/user.ts'
import { Suspense, useEffect, useState } from 'react'
import { AccountGate, useAccount } from '#src/account/account-gate.tsx'
import { DeletionNote } from '#src/account/settings/deletion-note.tsx'
import { DeletionSection } from '#src/account/settings/deletion-section.tsx'
import { ExportSection, PrivacySection } from '#src/account/settings/privacy-and-export.tsx'
import { KeysSection } from '#src/account/settings/keys-section.tsx'
import { LanguageSection } from '#src/account/settings/language-section.tsx'
import { AppearanceSection, MotionSection } from '#src/account/settings/appearance-section.tsx'
import { NoticesSection } from '#src/account/settings/notices-section.tsx'
import { PasswordForm } from '#src/account/settings/password-form.tsx'
import { SessionList } from '#src/account/settings/session-list.tsx'
import { StorageUse } from '#src/account/settings/storage-use.tsx'
import { SettingsSection } from '#src/account/settings/settings-section.tsx'
import { AttributionChoices } from '#src/measurement/attribution/attribution-choices.tsx'
import { BillingDetailsForm } from '#src/billing/plan/billing-details-form.tsx'
import { PlanPanel } from '#src/billing/plan/plan-panel.tsx'
import { CopyDiagnostics } from '#src/measurement/copy-diagnostics.tsx'
import { attributionState } from '#src/measurement/attribution/attribution-state.ts'
import { VIEWER_KEY_GROUP } from '#src/viewer/viewer-keys.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { LoadingNote } from '#src/design/loading.tsx'
import styles from './account-page.module.css'

const StorageSection = lazyPart<{ readonly clearDrafts: () => Promise<void> }>(
  ['storage', 'offline'],
  async () => (await import('#src/offline/storage-section.tsx')).StorageSection,
)

const TopUpPart = lazyPart(['billing', 'plan'], async () => (await import('#src/billing/top-up/top-up-panel.tsx')).TopUpPanel)

const SecurityPart = lazyPart<{ readonly account: UserInfo }>(
  ['security'],
  async () => (await import('#src/account/security/security-part.tsx')).SecurityPart,
)

export function SettingsPage() {
  const text = useText()
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{text('account.settings.title')}</h1>
      <AccountGate reason={text('account.visitor.settings')} below={<Below />}>
        {(account) => <PlanSettings key={account.id} account={account} />}
      </AccountGate>
    </div>
  )
}

/** Settings of this browser, followed by settings of the account that change rarely. */
function Below() {
  const text = useText()
  const account = useAccount()
  return (
    <div>
      <AppearanceSection />
      <LanguageSection />
      <MotionSection />
      <NoticesSection />
      <PrivacySection />
      <WhereFrom />
      <SettingsSection id="storage" title={text('account.settings.storage')} hint={text('account.settings.storageHint')}>
        <Suspense fallback={<LoadingNote text={text('account.settings.storageLoading')} />}>
          <StorageSection clearDrafts={clearDrafts} />
        </Suspense>
      </SettingsSection>
      <KeysSection viewer={VIEWER_KEY_GROUP} />
      <SettingsSection title={text('diagnostics.title')} hint={text('diagnostics.hint')}>
        <CopyDiagnostics />
      </SettingsSection>
      {typeof account === 'object' && <AccountSettings key={account.id} account={account} />}
    </div>
  )
}

/** The choices about attribution. They are shown only if attribution data was sent or its deletion was requested. */
function WhereFrom() {
  const text = useText()
  const { isKnown, isForgotten } = useSnapshot(attributionState)
  if (!isKnown && !isForgotten) return null
  return (
    <SettingsSection title={text('account.attribution.title')} hint={text('account.attribution.hint')}>
      <AttributionChoices />
    </SettingsSection>
  )
}

/** Deletes the drafts of the forms. The code for that is loaded on demand, because this tab may not have loaded the forms. */
async function clearDrafts(): Promise<void> {
  const [{ forgetForms }, { formsOwner }] = await Promise.all([import('#src/create/clear-forms.ts'), import('#src/create/forms-owner.ts')])
  await forgetForms(formsOwner())
}

function PlanSettings({ account }: { readonly account: UserInfo }) {
  const text = useText()
  return (
    <div>
      <DeletionNote account={account} />
      <SettingsSection id="plan" title={text('billing.plan.title')} hint={text('billing.plan.titleHint')}>
        <PlanPanel />
      </SettingsSection>
      <SettingsSection id="low-points" title={text('topUp.titleSection')} hint={text('topUp.hint')}>
        <Suspense fallback={<LoadingNote text={text('topUp.loading')} />}>
          <TopUpPart />
        </Suspense>
      </SettingsSection>
      <SettingsSection id="billing-details" title={text('billing.details.title')} hint={text('billing.details.hint')}>
        <BillingDetailsForm />
      </SettingsSection>
    </div>
  )
}

/**
 * The settings of the account. A new password or a deletion request ends the other sessions, so their list is then loaded again.
 */
function AccountSettings({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const [changes, setChanges] = useState(0)
  useEffect(() => track('account_settings_open', {}), [])
  const onChanged = () => setChanges(changes + 1)
  return (
    <div>
      <PasswordForm account={account} onChanged={onChanged} />
      <Suspense fallback={<LoadingNote text={text('account.security.loading')} />}>
        <SecurityPart account={account} />
      </Suspense>
      <SessionList key={changes} />
      <StorageUse />
      <ExportSection />
      <DeletionSection account={account} onChanged={onChanged} />
    </div>
  )
}
