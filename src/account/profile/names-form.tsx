import { type ReactElement, useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { hub } from '#src/platform/hub-client.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { showToast } from '#src/design/toast.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { changeMe } from '#shared/api/account.ts'
import { api } from '#src/platform/api.ts'
import { track } from '#src/platform/track.ts'
import { FormProblem, problemText } from '../form-problem.tsx'
import { checkName, gatherProblems } from '../form-checks.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import { useAccountForm } from '../use-account-form.ts'

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

export async function saveNames(
  names: CallInput<typeof changeMe>,
  server: Pick<ApiClient, 'call'> = api,
): Promise<Result<CallData<typeof changeMe>>> {
  const answer = await server.call(changeMe, names)
  if (answer.ok) track('profile_update_success', {})
  else track('profile_update_fail', { fail_reason: answer.error.code })
  return answer
}
