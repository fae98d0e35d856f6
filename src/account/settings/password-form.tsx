import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { changePassword } from '#shared/api/account-settings.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { PasswordField } from '#src/design/text-field.tsx'
import { showToast } from '#src/design/toast.ts'
import { FormProblem, problemText, passwordHint, UsernameForManagers, useAccountForm } from '../account-form.tsx'
import { checkEnteredPassword, checkNewPassword, gatherProblems } from '../form-checks.ts'
import { SettingsSection } from './settings-section.tsx'

type PasswordName = 'currentPassword' | 'newPassword'

interface PasswordFormProps {
  readonly account: UserInfo
  readonly onChanged: () => void
}

/** Changes the password. If the account has no password, because the user signs in with Google or a passkey, it sets the first one. */
export function PasswordForm({ account, onChanged }: PasswordFormProps) {
  const text = useText()
  const [typedPasswords, setTypedPasswords] = useState({ currentPassword: '', newPassword: '' })
  const { ref, problems, isBusy, send } = useAccountForm<PasswordName>()
  const { hasPassword, email } = account
  const fieldProps = (name: PasswordName) => ({
    label: text(`account.field.${name}`),
    name,
    value: typedPasswords[name],
    problem: problemText(problems[name], text),
    showLabel: text('account.showPassword'),
    onValue: (value: string) => setTypedPasswords({ ...typedPasswords, [name]: value }),
  })
  const submission = {
    pageProblems: gatherProblems<PasswordName>({
      currentPassword: hasPassword ? checkEnteredPassword(typedPasswords.currentPassword) : null,
      newPassword: checkNewPassword(typedPasswords.newPassword),
    }),
    call: () => api.call(changePassword, hasPassword ? typedPasswords : { newPassword: typedPasswords.newPassword }),
    toFieldProblems: ({ code }: { readonly code: string }) =>
      code === 'LOGIN_WRONG' ? gatherProblems<PasswordName>({ currentPassword: 'password_wrong' }) : null,
    onDone: () => {
      setTypedPasswords({ currentPassword: '', newPassword: '' })
      onChanged()
      void hub.api.refreshAccount()
      void showToast({ id: 'password', color: 'success', title: text('account.password.saved') }, 'money')
    },
  }
  return (
    <SettingsSection title={text('account.password.title')} hint={text(hasPassword ? 'account.password.hint' : 'account.password.none')}>
      <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, submission)}>
        <UsernameForManagers email={email} />
        {hasPassword && <PasswordField {...fieldProps('currentPassword')} autoComplete="current-password" />}
        <PasswordField {...fieldProps('newPassword')} autoComplete="new-password" hint={passwordHint(typedPasswords.newPassword, text)} />
        <FormProblem problem={problems.form} />
        <Button type="submit" isBusy={isBusy}>
          {text(hasPassword ? 'account.password.change' : 'account.password.set')}
        </Button>
      </form>
    </SettingsSection>
  )
}
