import type { ReactElement } from 'react'
import { useState } from 'react'
import { deleteMe } from '#shared/api/account.ts'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { api } from '#src/lib/api.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { FormProblem } from '#src/features/account/form-problem.tsx'
import { problemText } from '#src/features/account/problem-text.ts'
import { gatherProblems } from '#src/features/account/problems.ts'
import { useAccountForm } from '#src/features/account/use-account-form.ts'
import styles from './deletion-form.module.css'

interface DeletionFormProps {
  readonly email: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Nobody deletes an account by a slip: its address is typed in. */
export function DeletionForm({ email, onDone, onClose }: DeletionFormProps): ReactElement {
  const text = useText()
  const [typed, setTyped] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'email'>()
  const sending = {
    found: gatherProblems<'email'>({ email: normalizeEmail(typed) === email ? null : 'email_other' }),
    call: () => api.call(deleteMe, { confirmation: typed }),
    onDone: () => {
      void hub.api.refreshAccount()
      onDone()
    },
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, sending)}>
      <TextField
        label={text('account.delete.confirm', { email })}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
        autoFocus
        value={typed}
        problem={problemText(problems.email, text)}
        onValue={setTyped}
      />
      <FormProblem problem={problems.form} />
      <div className={styles['buttons']}>
        <Button type="submit" look="danger" isBusy={isBusy}>
          {text('account.delete.button')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {text('account.delete.stay')}
        </Button>
      </div>
    </form>
  )
}
