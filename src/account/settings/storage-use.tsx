import { getStorage } from '#shared/api/account-settings.ts'
import { formatBytes, useText } from '#src/i18n/i18n.ts'
import { LoadedNote, useLoaded } from '#src/account/use-loaded.tsx'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

/** Shows how much of its storage on the server the account uses. */
export function StorageUse() {
  const text = useText()
  const loadState = useLoaded(getStorage)
  return (
    <SettingsSection title={text('account.storage.title')} hint={text('account.storage.hint')}>
      <LoadedNote loadState={loadState} />
      {loadState.value !== null && <StorageAmounts {...loadState.value} />}
    </SettingsSection>
  )
}

function StorageAmounts({ usedBytes, limitBytes }: { readonly usedBytes: number; readonly limitBytes: number }) {
  const text = useText()
  const usedText = formatBytes(usedBytes)
  if (limitBytes === 0) return <p>{text('account.storage.unlimited', { used: usedText })}</p>
  return (
    <>
      <p>{text('account.storage.used', { used: usedText, limit: formatBytes(limitBytes) })}</p>
      {usedBytes >= limitBytes && <p className={styles['note']}>{text('account.storage.full')}</p>}
    </>
  )
}
