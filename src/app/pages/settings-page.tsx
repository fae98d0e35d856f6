import type { UserInfo } from '#shared/api/user.ts'
import { Fragment, Suspense, useEffect, useState } from 'react'
import { type KnownAccount, GateOf, useAccount } from '#src/account/account-gate.tsx'
import type { SecurityPartProps } from '#src/account/security/security-part.tsx'
import { DeletionNote } from '#src/account/settings/deletion-note.tsx'
import { DeletionSection } from '#src/account/settings/deletion-section.tsx'
import { ExportSection, PrivacySection } from '#src/account/settings/privacy-and-export.tsx'
import { KeysSection } from '#src/account/settings/keys-section.tsx'
import { LanguageSection } from '#src/account/settings/language-section.tsx'
import { AppearanceSection, MotionSection } from '#src/account/settings/appearance-section.tsx'
import { NoticesSection } from '#src/account/settings/notices-section.tsx'
import { SessionList } from '#src/account/settings/session-list.tsx'
import { StorageUse } from '#src/account/settings/storage-use.tsx'
import { type SettingsGroupId, settingsGroupIds } from '#src/account/settings/settings-group-ids.ts'
import { SettingsGroups } from '#src/account/settings/settings-groups.tsx'
import { SettingsSection } from '#src/account/settings/settings-section.tsx'
import { AttributionChoices } from '#src/measurement/attribution/attribution-choices.tsx'
import { BillingDetailsForm } from '#src/billing/plan/billing-details-form.tsx'
import { PlanPanel } from '#src/billing/plan/plan-panel.tsx'
import { CopyDiagnostics } from '#src/measurement/copy-diagnostics.tsx'
import { attributionState } from '#src/measurement/attribution/attribution-state.ts'
import { VIEWER_KEY_GROUP } from '#src/viewer/viewer-keys.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart, loadPart } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { LoadingNote } from '#src/design/loading.tsx'
import styles from './account-page.module.css'

const StorageSection = lazyPart<{ readonly clearDrafts: () => Promise<void> }>(
  ['storage', 'offline'],
  async () => (await import('#src/offline/storage-section.tsx')).StorageSection,
)

const TopUpPart = lazyPart(['billing', 'plan'], async () => (await import('#src/billing/top-up/top-up-panel.tsx')).TopUpPanel)

const SecurityPart = lazyPart<SecurityPartProps>(
  ['security'],
  async () => (await import('#src/account/security/security-part.tsx')).SecurityPart,
)

/** The parts that are loaded on demand, by the ids of their sections. */
const PARTS: Readonly<Record<string, object>> = {
  'low-points': TopUpPart,
  email: SecurityPart,
  google: SecurityPart,
  passkeys: SecurityPart,
  'second-factor': SecurityPart,
  storage: StorageSection,
}

/**
 * Loads the part of the section that the address names, so that the section is there when the screen appears. If that fails, the screen
 * appears without the part, and retries when it renders it.
 */
export async function loadNamedSection(): Promise<void> {
  const part = PARTS[location.hash.slice(1)]
  if (part !== undefined) await loadPart(part).catch(() => undefined)
}

export function SettingsPage() {
  const text = useText()
  const account = useAccount()
  return (
    <div className={styles['settings']}>
      <h1 className={styles['title']}>{text('account.settings.title')}</h1>
      {account === 'unanswered' ? <LoadingNote text={text('account.unanswered')} /> : <Groups known={account} />}
    </div>
  )
}

function Groups({ known }: { readonly known: KnownAccount }) {
  const text = useText()
  const account = typeof known === 'string' ? null : known
  const note = (
    <GateOf account={known} reason={text('account.visitor.settings')}>
      {(currentAccount) => <DeletionNote account={currentAccount} />}
    </GateOf>
  )
  return (
    <SettingsGroups ids={settingsGroupIds(account !== null)} note={note}>
      {(id) => {
        const Sections = SECTIONS[id]
        return <Sections account={account} />
      }}
    </SettingsGroups>
  )
}

interface SectionsProps {
  readonly account: UserInfo | null
}

function PlanSections({ account }: SectionsProps) {
  const text = useText()
  return (
    <Fragment key={account?.id}>
      <SettingsSection title={text('billing.plan.title')} hint={text('billing.plan.titleHint')}>
        <PlanPanel />
      </SettingsSection>
      <SettingsSection id="low-points" title={text('topUp.titleSection')} hint={text('topUp.hint')}>
        <Suspense
          fallback={
            <div className={styles['topUpRoom']}>
              <LoadingNote text={text('topUp.loading')} />
            </div>
          }
        >
          <TopUpPart />
        </Suspense>
      </SettingsSection>
      <SettingsSection id="billing-details" title={text('billing.details.title')} hint={text('billing.details.hint')}>
        <BillingDetailsForm />
      </SettingsSection>
    </Fragment>
  )
}

function AccountSections({ account }: SectionsProps) {
  return account !== null && <SectionsOfAccount key={account.id} account={account} />
}

/** A new password or a deletion request ends the other sessions, so their list is then loaded again. */
function SectionsOfAccount({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const [changeCount, setChangeCount] = useState(0)
  useEffect(() => track('account_settings_open', {}), [])
  const onChanged = () => setChangeCount(changeCount + 1)
  return (
    <>
      <Suspense fallback={<LoadingNote text={text('account.security.loading')} />}>
        <SecurityPart account={account} onPasswordChanged={onChanged} />
      </Suspense>
      <SessionList key={changeCount} />
      <StorageUse />
      <DeletionSection account={account} onChanged={onChanged} />
    </>
  )
}

function DeviceSections() {
  const text = useText()
  return (
    <>
      <AppearanceSection />
      <LanguageSection />
      <MotionSection />
      <SettingsSection id="storage" title={text('account.settings.storage')} hint={text('account.settings.storageHint')}>
        <Suspense fallback={<LoadingNote text={text('account.settings.storageLoading')} />}>
          <StorageSection clearDrafts={clearDrafts} />
        </Suspense>
      </SettingsSection>
    </>
  )
}

function PrivacySections({ account }: SectionsProps) {
  return (
    <>
      <PrivacySection />
      <AttributionSection />
      {account !== null && <ExportSection key={account.id} />}
    </>
  )
}

function HelpSections() {
  const text = useText()
  return (
    <>
      <KeysSection viewer={VIEWER_KEY_GROUP} />
      <SettingsSection title={text('diagnostics.title')} hint={text('diagnostics.hint')}>
        <CopyDiagnostics />
      </SettingsSection>
    </>
  )
}

const SECTIONS: Record<SettingsGroupId, React.ComponentType<SectionsProps>> = {
  plan: PlanSections,
  account: AccountSections,
  notifications: NoticesSection,
  device: DeviceSections,
  privacy: PrivacySections,
  help: HelpSections,
}

/** The choices about attribution. They are shown only if attribution data was sent or its deletion was requested. */
function AttributionSection() {
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
