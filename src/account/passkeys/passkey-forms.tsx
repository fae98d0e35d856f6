import { useState } from 'react'
import { addPasskey, renamePasskey, startPasskey } from '#shared/api/passkeys.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { api } from '#src/platform/api.ts'
import { useText } from '#src/platform/i18n.ts'
import { TextField } from '#src/design/text-field.tsx'
import { checkName, gatherProblems } from '../form-checks.ts'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { PasswordFirstForm } from '../security/current-password-field.tsx'
import { FormButtons } from '../security/form-buttons.tsx'
import { makePasskey } from './device-passkeys.ts'

interface AddPasskeyFormProps {
  readonly account: UserInfo
  readonly onAdded: () => void
  readonly onClose: () => void
}

export function AddPasskeyForm({ account, onAdded, onClose }: AddPasskeyFormProps) {
  return <PasswordFirstForm account={account} call={add} onDone={(isAdded) => (isAdded ? onAdded() : onClose())} onClose={onClose} />
}

/** False where the person closed the browser's question. */
async function add(proof: { readonly currentPassword?: string }): Promise<Result<boolean>> {
  const asked = await api.call(startPasskey, proof)
  if (!asked.ok) return asked
  const made = await makePasskey(asked.value)
  if (!made.ok) return made.error === 'cancelled' ? ok(false) : fail({ code: 'PASSKEY_REFUSED', retry: 'now' })
  const added = await api.call(addPasskey, { passkey: made.value })
  return added.ok ? ok(true) : added
}

interface RenamePasskeyFormProps {
  readonly id: string
  readonly name: string
  readonly onDone: () => void
  readonly onClose: () => void
}

export function RenamePasskeyForm({ id, name, onDone, onClose }: RenamePasskeyFormProps) {
  const text = useText()
  const [typed, setTyped] = useState(name)
  const { ref, problems, isBusy, send } = useAccountForm<'name'>()
  const sending = {
    found: gatherProblems<'name'>({ name: checkName(typed) }),
    call: () => api.call(renamePasskey, { id, name: typed }),
    onDone,
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, sending)}>
      <TextField
        label={text('security.passkeys.name')}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus
        value={typed}
        problem={problemText(problems.name, text)}
        onValue={setTyped}
      />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.passkeys.save')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
