import type { ReactElement } from 'react'
import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { showToast } from '#src/ui/toast.ts'
import { FormProblem } from '#src/features/account/form-problem.tsx'
import { problemText } from '#src/features/account/problem-text.ts'
import { checkName, gatherProblems } from '#src/features/account/problems.ts'
import { SettingsSection } from '#src/features/account/settings/settings-section.tsx'
import { useAccountForm } from '#src/features/account/use-account-form.ts'
import { saveNames } from './save-names.ts'

type NameField = 'firstName' | 'lastName'

export function NamesForm({ account }: { readonly account: UserInfo }): ReactElement {
  const text = useText()
  const [names, setNames] = useState({ firstName: account.firstName, lastName: account.lastName })
  const { ref, problems, isBusy, send } = useAccountForm<NameField>()
  const field = (name: NameField) => ({
    label: text(`account.field.${name}`),
    name,
    value: names[name],
    problem: problemText(problems[name], text),
    onValue: (value: string) => setNames({ ...names, [name]: value }),
  })
  const sending = {
    found: gatherProblems<NameField>({ firstName: checkName(names.firstName), lastName: checkName(names.lastName) }),
    call: () => saveNames(names),
    onDone: () => {
      void hub.api.refreshAccount()
      void showToast({ id: 'names', color: 'success', title: text('account.personal.saved') }, 'money')
    },
  }
  return (
    <SettingsSection title={text('account.personal.names')} hint={text('account.personal.namesHint')}>
      <form ref={ref} noValidate onSubmit={(event) => void send(event, sending)}>
        <TextField {...field('firstName')} autoComplete="given-name" />
        <TextField {...field('lastName')} autoComplete="family-name" />
        <FormProblem problem={problems.form} />
        <Button type="submit" look="primary" isBusy={isBusy}>
          {text('account.personal.save')}
        </Button>
      </form>
    </SettingsSection>
  )
}
