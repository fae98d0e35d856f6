import { useState } from 'react'
import type { AppError } from '#shared/result.ts'
import { changeEmail, startEmailChange } from '#shared/api/account-settings.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { normalizeEmail } from '#shared/domain/account-rules.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { useText } from '#src/i18n/i18n.ts'
import { TextField } from '#src/design/text-field.tsx'
import { StateNote } from '#src/design/state-note.tsx'
import { showToast } from '#src/design/toast.ts'
import { type Problems, checkEmail, checkEmailCode, gatherProblems, toProblem } from '../form-checks.ts'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'
import { CurrentPasswordField, passwordProblems, toPasswordProblems } from '../current-password-field.tsx'
import { FormButtons, FormOpener } from '../form-buttons.tsx'

/** Changes the e-mail address of the account. The user must confirm the change in both mailboxes. */
export function EmailSection({ account }: { readonly account: UserInfo }) {
  const text = useText()
  return (
    <SettingsSection id="email" title={text('security.email.title')} hint={account.email}>
      {account.needsOtherEmail === true && (
        <StateNote icon="alert" title={text('security.email.other')} hint={text('security.email.otherHint')} />
      )}
      <FormOpener label={text('security.email.change')}>{(close) => <ChangeForms account={account} onClose={close} />}</FormOpener>
    </SettingsSection>
  )
}

function ChangeForms({ account, onClose }: { readonly account: UserInfo; readonly onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [areCodesSent, setCodesSent] = useState(false)
  if (areCodesSent) return <CodesForm oldEmail={account.email} newEmail={email} onClose={onClose} />
  return <AddressForm account={account} email={email} onEmail={setEmail} onSent={() => setCodesSent(true)} onClose={onClose} />
}

interface AddressFormProps {
  readonly account: UserInfo
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onSent: () => void
  readonly onClose: () => void
}

function AddressForm({ account, email, onEmail, onSent, onClose }: AddressFormProps) {
  const text = useText()
  const [currentPassword, setPassword] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'email' | 'currentPassword'>()
  const submission = {
    pageProblems: { ...emailProblems(account, email), ...passwordProblems(account, currentPassword) },
    call: () => api.call(startEmailChange, account.hasPassword ? { email, currentPassword } : { email }),
    toFieldProblems: (error: AppError) =>
      error.fields?.includes('email') === true ? { email: toProblem(error, Date.now()) } : toPasswordProblems(error),
    onDone: onSent,
  }
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, submission)}>
      <CurrentPasswordField account={account} value={currentPassword} problem={problems.currentPassword} onValue={setPassword} />
      <TextField
        label={text('security.email.new')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        problem={problemText(problems.email, text)}
        onValue={onEmail}
      />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.continue')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

function emailProblems(account: UserInfo, email: string): Problems<'email'> {
  const isCurrentEmail = normalizeEmail(email) === account.email
  return isCurrentEmail
    ? { email: { kind: 'refusal', code: 'EMAIL_TAKEN', retryAtMs: null } }
    : gatherProblems<'email'>({ email: checkEmail(email) })
}

interface CodesFormProps {
  readonly oldEmail: string
  readonly newEmail: string
  readonly onClose: () => void
}

type CodeName = 'oldCode' | 'newCode'

function CodesForm({ oldEmail, newEmail, onClose }: CodesFormProps) {
  const text = useText()
  const [typedCodes, setTypedCodes] = useState({ oldCode: '', newCode: '' })
  const { ref, problems, isBusy, send } = useAccountForm<CodeName>()
  const fieldProps = (name: CodeName, email: string) => ({
    label: text('security.email.codeOf', { email }),
    name,
    variant: 'code' as const,
    inputMode: 'numeric' as const,
    autoComplete: 'one-time-code',
    autoCorrect: 'off',
    spellCheck: false,
    value: typedCodes[name],
    problem: problemText(problems[name], text),
    onValue: (value: string) => setTypedCodes({ ...typedCodes, [name]: value }),
  })
  const submission = {
    pageProblems: gatherProblems<CodeName>({ oldCode: checkEmailCode(typedCodes.oldCode), newCode: checkEmailCode(typedCodes.newCode) }),
    call: () => api.call(changeEmail, { oldCode: typedCodes.oldCode.trim(), newCode: typedCodes.newCode.trim() }),
    toFieldProblems: toEmailCodeProblems,
    onDone: () => {
      void hub.api.refreshAccount()
      onClose()
      void showToast({ id: 'email', color: 'success', title: text('security.email.changed') }, 'money')
    },
  }
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, submission)}>
      <p>{text('security.email.sent')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened by a press just now */}
      <TextField {...fieldProps('oldCode', oldEmail)} autoFocus />
      <TextField {...fieldProps('newCode', newEmail)} />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.email.confirm')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

function toEmailCodeProblems(error: AppError): Problems<CodeName> | null {
  const name = (['oldCode', 'newCode'] as const).find((each) => error.fields?.includes(each))
  return name === undefined ? null : { [name]: toProblem(error, Date.now()) }
}
