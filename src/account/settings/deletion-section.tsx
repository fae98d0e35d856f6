import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import type { AppError } from '#shared/result.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { deleteMe } from '#shared/api/account-settings.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { TextField } from '#src/design/text-field.tsx'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { type Problems, gatherProblems } from '../form-checks.ts'
import styles from './deletion-section.module.css'
import { SettingsSection } from './settings-section.tsx'

interface DeletionSectionProps {
  readonly account: UserInfo
  readonly onChanged: () => void
}

/** Deletes the account. It first lists what the user will lose. Hidden while a deletion is scheduled. */
export function DeletionSection({ account, onChanged }: DeletionSectionProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  if (account.deletesAt !== null) return null
  return (
    <SettingsSection id="leave" title={text('account.delete.title')} hint={text('account.delete.hint')}>
      {isOpen ? (
        <DeletionForm email={account.email} onDone={onChanged} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="danger" aria-expanded={false} onClick={() => setOpen(true)}>
          {text('account.delete.open')}
        </Button>
      )}
    </SettingsSection>
  )
}

interface DeletionFormProps {
  readonly email: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The user must type the e-mail address, so that no account is deleted by accident. */
function DeletionForm({ email, onDone, onClose }: DeletionFormProps) {
  const text = useText()
  const [typedEmail, setTypedEmail] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'email'>()
  const otherEmailProblem = gatherProblems<'email'>({ email: 'email_other' })
  const submission = {
    // The server compares the addresses, because one address has several valid spellings.
    pageProblems: typedEmail.trim() === '' ? otherEmailProblem : {},
    call: () => api.call(deleteMe, { confirmation: typedEmail }),
    toFieldProblems: ({ fields }: AppError): Problems<'email'> | null =>
      fields?.includes('confirmation') === true ? otherEmailProblem : null,
    onDone: () => {
      void hub.api.refreshAccount()
      onDone()
    },
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, submission)}>
      <TextField
        label={text('account.delete.confirm', { email })}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened by a press just now
        autoFocus
        value={typedEmail}
        problem={problemText(problems.email, text)}
        onValue={setTypedEmail}
      />
      <FormProblem problem={problems.form} />
      <div className={styles['buttons']}>
        <Button type="submit" variant="danger" isBusy={isBusy}>
          {text('account.delete.button')}
        </Button>
        <Button variant="plain" onClick={onClose}>
          {text('account.delete.stay')}
        </Button>
      </div>
    </form>
  )
}
