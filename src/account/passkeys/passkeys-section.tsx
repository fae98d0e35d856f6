import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useRef, useState } from 'react'
import { type PasskeyInfo, getPasskeys, removePasskey, addPasskey, renamePasskey, startPasskey } from '#shared/api/passkeys.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, text, useText } from '#src/i18n/i18n.ts'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { useNow, relativeWords } from '#src/i18n/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import { TextField } from '#src/design/text-field.tsx'
import listStyles from '../settings/session-list.module.css'
import { SettingsSection } from '../settings/settings-section.tsx'
import { FormOpener, FormButtons } from '../form-buttons.tsx'
import styles from '../security.module.css'
import { LoadedNote, useLoaded } from '../use-loaded.tsx'
import { hasPasskeys, makePasskey } from './device-passkeys.ts'
import { checkName, gatherProblems } from '../form-checks.ts'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { PasswordFirstForm } from '../current-password-field.tsx'

/** Lists the account's passkeys. The user can add, rename and remove them. */
export function PasskeysSection({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const loadState = useLoaded(getPasskeys)
  const { value, reload } = loadState
  const container = useRef<HTMLUListElement>(null)
  useFocusFallback(container)
  return (
    <SettingsSection id="passkeys" title={text('security.passkeys.title')} hint={text('security.passkeys.hint')}>
      <LoadedNote loadState={loadState} />
      {value?.passkeys.length === 0 && <p className={styles['hint']}>{text('security.passkeys.none')}</p>}
      <ul ref={container} className={listStyles['list']} tabIndex={-1}>
        {value?.passkeys.map((passkey) => (
          <RowBoundary key={passkey.id} row={passkey}>
            <PasskeyRow passkey={passkey} onChanged={reload} />
          </RowBoundary>
        ))}
      </ul>
      {value !== null && !hasPasskeys() && <p className={styles['hint']}>{text('security.passkeys.unsupported')}</p>}
      {value !== null && hasPasskeys() && (
        <FormOpener label={text('security.passkeys.add')}>
          {(close) => <AddPasskeyForm account={account} onAdded={() => void reload().then(close)} onClose={close} />}
        </FormOpener>
      )}
    </SettingsSection>
  )
}

const TIME_REFRESH_MS = 20_000

interface PasskeyRowProps {
  readonly passkey: PasskeyInfo
  readonly onChanged: () => Promise<void>
}

function PasskeyRow({ passkey: { id, name, createdAt, usedAt, isSynced }, onChanged }: PasskeyRowProps) {
  const text = useText()
  const nowMs = useNow(TIME_REFRESH_MS)
  const [isRenaming, setRenaming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    endToast('passkeys')
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
  const timeKey = usedAt === null ? 'security.passkeys.made' : 'security.passkeys.used'
  return (
    <li className={listStyles['row']}>
      <Icon name="device" />
      <div className={listStyles['words']}>
        <p className={listStyles['device']}>{name}</p>
        <p className={listStyles['seen']}>
          {text(timeKey, { time: relativeWords(usedAt ?? createdAt, nowMs, text) })}
          {isSynced && ` · ${text('security.passkeys.synced')}`}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button variant="plain" aria-label={text('security.passkeys.renameOf', { name })} onClick={() => setRenaming(true)}>
          {text('security.passkeys.rename')}
        </Button>
        <Button variant="plain" isBusy={isBusy} aria-label={text('security.passkeys.removeOf', { name })} onClick={() => void remove()}>
          {text('security.passkeys.remove')}
        </Button>
      </div>
    </li>
  )
}

function showFailure(description: string): void {
  void showToast({ id: 'passkeys', color: 'error', title: text('account.failed'), description }, 'money')
}

interface AddPasskeyFormProps {
  readonly account: UserInfo
  readonly onAdded: () => void
  readonly onClose: () => void
}

function AddPasskeyForm({ account, onAdded, onClose }: AddPasskeyFormProps) {
  return (
    <PasswordFirstForm
      account={account}
      call={addDevicePasskey}
      onDone={(isAdded) => (isAdded ? onAdded() : onClose())}
      onClose={onClose}
    />
  )
}

/** Adds a passkey; false if the user closed the browser's prompt. */
async function addDevicePasskey(proof: { readonly currentPassword?: string }): Promise<Result<boolean>> {
  const creation = await api.call(startPasskey, proof)
  if (!creation.ok) return creation
  const passkey = await makePasskey(creation.value)
  if (!passkey.ok) return passkey.error === 'cancelled' ? ok(false) : fail({ code: 'PASSKEY_REFUSED', retry: 'now' })
  const answer = await api.call(addPasskey, { passkey: passkey.value })
  return answer.ok ? ok(true) : answer
}

interface RenamePasskeyFormProps {
  readonly id: string
  readonly name: string
  readonly onDone: () => void
  readonly onClose: () => void
}

function RenamePasskeyForm({ id, name, onDone, onClose }: RenamePasskeyFormProps) {
  const text = useText()
  const [typedName, setTypedName] = useState(name)
  const { ref, problems, isBusy, send } = useAccountForm<'name'>()
  const submission = {
    pageProblems: gatherProblems<'name'>({ name: checkName(typedName) }),
    call: () => api.call(renamePasskey, { id, name: typedName.trim() }),
    onDone,
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, submission)}>
      <TextField
        label={text('security.passkeys.name')}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened by a press just now
        autoFocus
        value={typedName}
        problem={problemText(problems.name, text)}
        onValue={setTypedName}
      />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.passkeys.save')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
