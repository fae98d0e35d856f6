import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { changePassword } from '#shared/api/account-settings.ts'
import { hub } from '#src/platform/hub-client.ts'
import { api } from '#src/platform/api.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { PasswordField } from '#src/design/text-field.tsx'
import { showToast } from '#src/design/toast.ts'
import * as forms from '../account-form.tsx'
import { SettingsSection } from './settings-section.tsx'

type PasswordName = 'currentPassword' | 'newPassword'

interface PasswordFormProps {
  readonly account: UserInfo
  readonly onChanged: () => void
}

/** Changes the password, or sets the first one of a Google-only account. */
export function PasswordForm({ account, onChanged }: PasswordFormProps) {
  const text = useText()
  const [typed, setTyped] = useState({ currentPassword: '', newPassword: '' })
  const { ref, problems, isBusy, send } = forms.useAccountForm<PasswordName>()
  const { hasPassword, email } = account
  const field = (name: PasswordName) => ({
    label: text(`account.field.${name}`),
    name,
    value: typed[name],
    problem: forms.problemText(problems[name], text),
    showLabel: text('account.showPassword'),
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const sending = {
    found: forms.gatherProblems<PasswordName>({
      currentPassword: hasPassword && typed.currentPassword === '' ? 'password_missing' : null,
      newPassword: forms.checkNewPassword(typed.newPassword),
    }),
    call: () => api.call(changePassword, hasPassword ? typed : { newPassword: typed.newPassword }),
    place: ({ code }: { readonly code: string }) =>
      code === 'LOGIN_WRONG' ? forms.gatherProblems<PasswordName>({ currentPassword: 'password_wrong' }) : null,
    onDone: () => {
      setTyped({ currentPassword: '', newPassword: '' })
      onChanged()
      void hub.api.refreshAccount()
      void showToast({ id: 'password', color: 'success', title: text('account.password.saved') }, 'money')
    },
  }
  return (
    <SettingsSection title={text('account.password.title')} hint={text(hasPassword ? 'account.password.hint' : 'account.password.none')}>
      <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, sending)}>
        <forms.UsernameForManagers email={email} />
        {hasPassword && <PasswordField {...field('currentPassword')} autoComplete="current-password" />}
        <PasswordField {...field('newPassword')} autoComplete="new-password" hint={forms.passwordHint(typed.newPassword, text)} />
        <forms.FormProblem problem={problems.form} />
        <Button type="submit" isBusy={isBusy}>
          {text('account.password.set')}
        </Button>
      </form>
    </SettingsSection>
  )
}
