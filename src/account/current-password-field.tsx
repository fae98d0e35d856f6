import { useState } from 'react'
import type { Result } from '#shared/result.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { useText } from '#src/i18n/i18n.ts'
import { PasswordField } from '#src/design/text-field.tsx'
import { type Problem, type Problems, checkEnteredPassword, gatherProblems } from './form-checks.ts'
import { FormProblem, problemText, UsernameForManagers, useAccountForm } from './account-form.tsx'
import { FormButtons } from './form-buttons.tsx'

type Account = Pick<UserInfo, 'email' | 'hasPassword'>

interface CurrentPasswordFieldProps {
  readonly account: Account
  readonly value: string
  readonly problem: Problem | undefined
  readonly onValue: (value: string) => void
}

/**
 * A field for the current password, so that another person at an unattended screen can't change the account. Renders nothing if the
 * account has no password.
 */
export function CurrentPasswordField({ account, value, problem, onValue }: CurrentPasswordFieldProps) {
  const text = useText()
  if (!account.hasPassword) return null
  return (
    <>
      <UsernameForManagers email={account.email} />
      <PasswordField
        label={text('account.field.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        value={value}
        problem={problemText(problem, text)}
        showLabel={text('account.showPassword')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened by a press just now
        autoFocus
        onValue={onValue}
      />
    </>
  )
}

export function passwordProblems({ hasPassword }: Account, password: string): Problems<'currentPassword'> {
  return gatherProblems<'currentPassword'>({ currentPassword: hasPassword ? checkEnteredPassword(password) : null })
}

/** Assigns the error of a wrong password to its field; null for any other error. */
export function toPasswordProblems({ code }: { readonly code: string }): Problems<'currentPassword'> | null {
  return code === 'LOGIN_WRONG' ? gatherProblems<'currentPassword'>({ currentPassword: 'password_wrong' }) : null
}

interface PasswordFirstFormProps<Data> {
  readonly account: Account
  /** Makes the call, with the password if the account has one. */
  readonly call: (proof: { readonly currentPassword?: string }) => Promise<Result<Data>>
  readonly onDone: (data: Data) => void
  readonly onClose: () => void
}

/** Asks for the current password before an action, or only for a confirmation if the account has no password. */
export function PasswordFirstForm<Data>({ account, call, onDone, onClose }: PasswordFirstFormProps<Data>) {
  const text = useText()
  const [currentPassword, setPassword] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'currentPassword'>()
  const submission = {
    pageProblems: passwordProblems(account, currentPassword),
    call: () => call(account.hasPassword ? { currentPassword } : {}),
    toFieldProblems: toPasswordProblems,
    onDone,
  }
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, submission)}>
      <CurrentPasswordField account={account} value={currentPassword} problem={problems.currentPassword} onValue={setPassword} />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.continue')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
