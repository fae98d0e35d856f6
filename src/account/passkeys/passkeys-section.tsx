import { useRef, useState } from 'react'
import { type PasskeyInfo, getPasskeys, removePasskey } from '#shared/api/passkeys.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { api } from '#src/platform/api.ts'
import { failureText } from '#src/platform/error-text.ts'
import { useFocusFallback } from '#src/platform/focus-fallback.ts'
import { relativeWords } from '#src/platform/format.ts'
import { text, useText } from '#src/platform/i18n.ts'
import { useNow } from '#src/platform/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { showToast } from '#src/design/toast.ts'
import listStyles from '../settings/session-list.module.css'
import { SettingsSection } from '../settings/settings-section.tsx'
import { OpenedForm } from '../security/form-buttons.tsx'
import styles from '../security/security.module.css'
import { LoadedNote, useLoaded } from '../security/use-loaded.tsx'
import { AddPasskeyForm, RenamePasskeyForm } from './passkey-forms.tsx'
import { hasPasskeys } from './device-passkeys.ts'

/** The passkeys of the account: added, renamed, removed. */
export function PasskeysSection({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const loaded = useLoaded(getPasskeys)
  const { value, reload } = loaded
  const place = useRef<HTMLUListElement>(null)
  useFocusFallback(place)
  return (
    <SettingsSection id="passkeys" title={text('security.passkeys.title')} hint={text('security.passkeys.hint')}>
      <LoadedNote loaded={loaded} />
      {value?.passkeys.length === 0 && <StateNote icon="device" title={text('security.passkeys.none')} />}
      <ul ref={place} className={listStyles['list']} tabIndex={-1}>
        {value?.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onChanged={reload} />
        ))}
      </ul>
      {value !== null && !hasPasskeys() && <p className={styles['hint']}>{text('security.passkeys.unsupported')}</p>}
      {value !== null && hasPasskeys() && (
        <OpenedForm label={text('security.passkeys.add')}>
          {(close) => <AddPasskeyForm account={account} onAdded={() => void reload().then(close)} onClose={close} />}
        </OpenedForm>
      )}
    </SettingsSection>
  )
}

const WORDS_ANEW_MS = 20_000

interface PasskeyRowProps {
  readonly passkey: PasskeyInfo
  readonly onChanged: () => Promise<void>
}

function PasskeyRow({ passkey: { id, name, createdAt, usedAt, isSynced }, onChanged }: PasskeyRowProps) {
  const text = useText()
  const nowMs = useNow(WORDS_ANEW_MS)
  const [isRenaming, setRenaming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const answer = await api.call(removePasskey, { id })
    if (!answer.ok) showFailure(failureText(answer.error))
    await onChanged()
    setBusy(false)
  }
  if (isRenaming) {
    const onDone = async () => {
      await onChanged()
      setRenaming(false)
    }
    return (
      <li className={listStyles['row']}>
        <RenamePasskeyForm id={id} name={name} onDone={() => void onDone()} onClose={() => setRenaming(false)} />
      </li>
    )
  }
  const key = usedAt === null ? 'security.passkeys.made' : 'security.passkeys.used'
  return (
    <li className={listStyles['row']}>
      <Icon name="device" />
      <div className={listStyles['words']}>
        <p className={listStyles['device']}>{name}</p>
        <p className={listStyles['seen']}>
          {text(key, { time: relativeWords(usedAt ?? createdAt, nowMs, text) })} {isSynced && text('security.passkeys.synced')}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button look="plain" aria-label={text('security.passkeys.renameOf', { name })} onClick={() => setRenaming(true)}>
          {text('security.passkeys.rename')}
        </Button>
        <Button look="plain" isBusy={isBusy} aria-label={text('security.passkeys.removeOf', { name })} onClick={() => void remove()}>
          {text('security.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}

function showFailure(description: string): void {
  void showToast({ id: 'passkeys', color: 'error', title: text('account.failed'), description }, 'money')
}
