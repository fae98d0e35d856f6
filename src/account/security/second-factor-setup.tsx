import { type ReactElement, useState } from 'react'
import { startSecondFactor, turnOnSecondFactor } from '#shared/api/second-factor.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { api } from '#src/platform/api.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { PasswordField } from '#src/design/text-field.tsx'
import { gatherProblems } from '../form-checks.ts'
import { FormProblem, problemText } from '../form-problem.tsx'
import { UsernameForManagers } from '../password-hint.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { QrCode } from './qr-code.tsx'
import { SecondFactorField, placeCodeProblem, secondFactorProblems } from './second-factor-field.tsx'
import styles from './security.module.css'

interface SecondFactorSetupProps {
  readonly account: UserInfo
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

interface Secret {
  readonly secret: string
  readonly uri: string
}

/** First the password, then the secret for the app, and a first code that proves that the app has it. */
export function SecondFactorSetup({ account, onTurnedOn, onClose }: SecondFactorSetupProps): ReactElement {
  const [secret, setSecret] = useState<Secret | null>(null)
  return secret === null ? (
    <StartForm account={account} onStarted={setSecret} onClose={onClose} />
  ) : (
    <ConfirmForm secret={secret} onTurnedOn={onTurnedOn} onClose={onClose} />
  )
}

interface StartFormProps extends Pick<SecondFactorSetupProps, 'account' | 'onClose'> {
  readonly onStarted: (secret: Secret) => void
}

function StartForm({ account: { email, hasPassword }, onStarted, onClose }: StartFormProps): ReactElement {
  const text = useText()
  const [currentPassword, setPassword] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'currentPassword'>()
  const sending = {
    found: gatherProblems<'currentPassword'>({ currentPassword: hasPassword && currentPassword === '' ? 'password_missing' : null }),
    call: () => api.call(startSecondFactor, hasPassword ? { currentPassword } : {}),
    place: ({ code }: { readonly code: string }) =>
      code === 'LOGIN_WRONG' ? gatherProblems<'currentPassword'>({ currentPassword: 'password_wrong' }) : null,
    onDone: onStarted,
  }
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, sending)}>
      <UsernameForManagers email={email} />
      {hasPassword && (
        <PasswordField
          label={text('account.field.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          value={currentPassword}
          problem={problemText(problems.currentPassword, text)}
          showLabel={text('account.showPassword')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened by a press just now
          autoFocus
          onValue={setPassword}
        />
      )}
      <FormProblem problem={problems.form} />
      <div className={styles['buttons']}>
        <Button type="submit" isBusy={isBusy}>
          {text('security.continue')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {text('security.cancel')}
        </Button>
      </div>
    </form>
  )
}

interface ConfirmFormProps extends Pick<SecondFactorSetupProps, 'onTurnedOn' | 'onClose'> {
  readonly secret: Secret
}

const LETTERS_OF_GROUP = 4

function ConfirmForm({ secret: { secret, uri }, onTurnedOn, onClose }: ConfirmFormProps): ReactElement {
  const text = useText()
  const [code, setCode] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'code'>()
  const sending = {
    found: secondFactorProblems(code),
    call: () => api.call(turnOnSecondFactor, { code }),
    place: placeCodeProblem,
    onDone: ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => onTurnedOn(recoveryCodes),
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, sending)}>
      <p>{text('security.factor.scan')}</p>
      <QrCode value={uri} label={text('security.factor.qr')} />
      <p className={styles['hint']}>{text('security.factor.byHand')}</p>
      <p className={styles['code']} dir="ltr" translate="no">
        {secret.match(new RegExp(`.{1,${LETTERS_OF_GROUP}}`, 'g'))?.join(' ')}
      </p>
      <SecondFactorField value={code} problem={problems.code} hint={text('security.factor.firstCode')} onValue={setCode} isFocused />
      <FormProblem problem={problems.form} />
      <div className={styles['buttons']}>
        <Button type="submit" isBusy={isBusy}>
          {text('security.factor.turnOn')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {text('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
