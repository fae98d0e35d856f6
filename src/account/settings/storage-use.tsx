import { getStorage } from '#shared/api/account-settings.ts'
import { errorText, formatBytes, useText } from '#src/platform/i18n.ts'
import { FailedNote } from '#src/design/state-note.tsx'
import { LoadingNote } from '#src/design/loading.tsx'
import { useLoaded } from '#src/account/security/use-loaded.tsx'
import styles from './settings-note.module.css'
import { SettingsSection } from './settings-section.tsx'

/** How much of its storage on the server the account uses. */
export function StorageUse() {
  const text = useText()
  const { value, problem, reload } = useLoaded(getStorage)
  return (
    <SettingsSection title={text('account.storage.title')} hint={text('account.storage.hint')}>
      {value === null && problem === null && <LoadingNote text={text('account.storage.loading')} />}
      {value === null && problem !== null && (
        <FailedNote
          title={text('account.failed')}
          hint={errorText(problem)}
          retryLabel={text('account.retry')}
          onRetry={() => void reload()}
        />
      )}
      {value !== null && <Use {...value} />}
    </SettingsSection>
  )
}

function Use({ usedBytes, limitBytes }: { readonly usedBytes: number; readonly limitBytes: number }) {
  const text = useText()
  const used = formatBytes(usedBytes)
  if (limitBytes === 0) return <p>{text('account.storage.unlimited', { used })}</p>
  return (
    <>
      <p>{text('account.storage.used', { used, limit: formatBytes(limitBytes) })}</p>
      {usedBytes >= limitBytes && <p className={styles['note']}>{text('account.storage.full')}</p>}
    </>
  )
}
