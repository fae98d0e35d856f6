import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { changeMe } from '#shared/api/account-settings.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { Button } from '#src/design/button.tsx'
import { TextField } from '#src/design/text-field.tsx'
import { showToast } from '#src/design/toast.ts'
import { api } from '#src/hub-client/api.ts'
import { track } from '#src/reporting/track.ts'
import { initials, personName } from './person-name.ts'
import styles from './profile.module.css'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { checkName, gatherProblems } from '../form-checks.ts'
import { SettingsSection } from '../settings/settings-section.tsx'

export function ProfileCard({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  const reservedPoints = credits?.held ?? 0
  return (
    <section className={styles['card']}>
      <div className={styles['who']}>
        <span className={styles['initials']} aria-hidden="true">
          {initials(account)}
        </span>
        <h2 className={styles['name']}>{personName(account)}</h2>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{text('account.personal.email')}</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>{text('account.personal.since')}</dt>
          <dd>{dateAndTime(account.createdAt)}</dd>
        </div>
        <div>
          <dt>{text('account.personal.points')}</dt>
          <dd>
            {formatNumber(credits?.points ?? account.points)}
            {reservedPoints > 0 && (
              <span className={styles['reserved']}>{text('account.personal.reserved', { points: formatNumber(reservedPoints) })}</span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

type NameField = 'firstName' | 'lastName'

export function NamesForm({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const [names, setNames] = useState({ firstName: account.firstName, lastName: account.lastName })
  const { ref, problems, isBusy, send } = useAccountForm<NameField>()
  const fieldProps = (name: NameField) => ({
    label: text(`account.field.${name}`),
    name,
    value: names[name],
    problem: problemText(problems[name], text),
    onValue: (value: string) => setNames({ ...names, [name]: value }),
  })
  const submission = {
    pageProblems: gatherProblems<NameField>({
      firstName: checkName(names.firstName, 'first_name_missing'),
      lastName: checkName(names.lastName, 'last_name_missing'),
    }),
    call: () => saveNames({ firstName: names.firstName.trim(), lastName: names.lastName.trim() }),
    onDone: () => {
      void hub.api.refreshAccount()
      void showToast({ id: 'names', color: 'success', title: text('account.personal.saved') }, 'money')
    },
  }
  return (
    <SettingsSection titleTag="h2" title={text('account.personal.names')} hint={text('account.personal.namesHint')}>
      <form ref={ref} noValidate onSubmit={(event) => void send(event, submission)}>
        <TextField {...fieldProps('firstName')} autoComplete="given-name" />
        <TextField {...fieldProps('lastName')} autoComplete="family-name" />
        <FormProblem problem={problems.form} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
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
