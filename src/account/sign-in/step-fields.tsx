import { useEffect, useState } from 'react'
import { CODE_LENGTH, normalizeSecondFactor, SECOND_FACTOR_LENGTH } from '#shared/domain/account-rules.ts'
import { formatElapsed, useText } from '#src/i18n/i18n.ts'
import { useNow } from '#src/i18n/use-now.ts'
import { Button } from '#src/design/button.tsx'
import { CodeField, PasswordField, TextField } from '#src/design/text-field.tsx'
import { requestAppInfo } from '#src/hub-client/app-info.ts'
import styles from './step-fields.module.css'
import { passwordHint, UsernameForManagers, problemText, secondsLeft } from '../account-form.tsx'
import type { SignIn } from './use-sign-in.ts'
import type { SignInField, SignInStep } from './sign-in-flow.ts'

export function StepFields({ signIn }: { readonly signIn: SignIn }) {
  const Fields = FIELDS_BY_STEP[signIn.flow.step]
  return Fields === null ? null : <Fields signIn={signIn} />
}

type StepProps = { readonly signIn: SignIn }

const FIELDS_BY_STEP: Record<SignInStep, ((props: StepProps) => React.ReactElement) | null> = {
  login: LoginFields,
  secondFactor: SecondFactorFields,
  signUpEmail: EmailField,
  resetEmail: EmailField,
  signUpCode: CodeFields,
  resetCode: CodeFields,
  signUpDetails: DetailFields,
  resetPassword: NewPasswordField,
  done: null,
}

function useFieldProps({ flow, enterText }: SignIn) {
  const text = useText()
  return (field: SignInField, label = `account.field.${field}`) => ({
    label: text(label),
    name: field,
    value: flow[field],
    problem: problemText(flow.problems[field], text),
    onValue: (value: string) => enterText(field, value),
  })
}

function EmailField({ signIn }: StepProps) {
  const fieldProps = useFieldProps(signIn)
  return (
    <TextField {...fieldProps('email')} type="email" inputMode="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
  )
}

function LoginFields({ signIn }: StepProps) {
  const text = useText()
  const fieldProps = useFieldProps(signIn)
  return (
    <>
      <EmailField signIn={signIn} />
      <PasswordField {...fieldProps('password')} autoComplete="current-password" showLabel={text('account.showPassword')} />
    </>
  )
}

function CodeFields({ signIn }: StepProps) {
  const { flow, submitCode, resendCode } = signIn
  const fieldProps = useFieldProps(signIn)
  return (
    <>
      <CodeField {...fieldProps('code')} length={CODE_LENGTH} parse={parseCode} onComplete={submitCode} />
      <MailHint />
      <ResendRow resendAtMs={flow.sentCode?.resendAtMs ?? 0} isBusy={flow.isBusy} onResend={resendCode} />
    </>
  )
}

/** The field for a second factor. The six digits of an app are submitted automatically; a recovery code needs the button. */
function SecondFactorFields({ signIn }: StepProps) {
  const { onValue, ...fieldProps } = useFieldProps(signIn)('code')
  const enterCode = (value: string) => (APP_CODE.test(normalizeSecondFactor(value)) ? signIn.submitCode(value) : onValue(value))
  return (
    <TextField
      {...fieldProps}
      variant="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onValue={enterCode}
    />
  )
}

const APP_CODE = new RegExp(`^\\d{${SECOND_FACTOR_LENGTH}}$`)

function DetailFields({ signIn }: StepProps) {
  const fieldProps = useFieldProps(signIn)
  return (
    <>
      <TextField {...fieldProps('firstName')} autoComplete="given-name" />
      <TextField {...fieldProps('lastName')} autoComplete="family-name" />
      <NewPasswordField signIn={signIn} />
    </>
  )
}

function NewPasswordField({ signIn }: StepProps) {
  const text = useText()
  const fieldProps = useFieldProps(signIn)
  const { step, password, email } = signIn.flow
  const label = step === 'resetPassword' ? 'account.field.newPassword' : 'account.field.password'
  return (
    <>
      <UsernameForManagers email={email} />
      <PasswordField
        {...fieldProps('password', label)}
        autoComplete="new-password"
        hint={passwordHint(password, text)}
        showLabel={text('account.showPassword')}
      />
    </>
  )
}

/** A link to the page with sent mails. It is shown only if the server does not really send mails, as on a developer's computer. */
function MailHint() {
  const text = useText()
  const [mailPage, setMailPage] = useState<string | null>(null)
  useEffect(() => void requestAppInfo().then((info) => setMailPage(info?.mailPage ?? null)), [])
  if (mailPage === null) return null
  return (
    <p className={styles['hint']}>
      {text('account.mail.none')}{' '}
      <a href={mailPage} target="_blank" rel="noreferrer">
        {text('account.mail.open')}
      </a>
    </p>
  )
}

interface ResendRowProps {
  readonly resendAtMs: number
  readonly isBusy: boolean
  readonly onResend: () => void
}

/** A button that sends another code once the pause is over. Until then it has the same size and can be focused. */
export function ResendRow({ resendAtMs, isBusy, onResend }: ResendRowProps) {
  const text = useText()
  const seconds = secondsLeft(resendAtMs, useNow())
  const isResendBlocked = seconds > 0 || isBusy
  return (
    <div className={styles['resend']}>
      <Button variant="plain" icon="retry" aria-disabled={isResendBlocked || undefined} onClick={isResendBlocked ? undefined : onResend}>
        {text('account.resend')}
      </Button>
      {seconds > 0 && (
        <span className={styles['wait']} role="timer" aria-live="off">
          {text('account.resendIn', { time: formatElapsed(seconds * 1000) })}
        </span>
      )}
    </div>
  )
}

const SEPARATED_CODE = new RegExp(`(?<!\\d)\\d(?:[\\s\\p{Pd}.]?\\d){${CODE_LENGTH - 1}}(?!\\d)`, 'u')

/** The digits of a code in typed or pasted text. The text may contain spaces, dashes, or a sentence around the code. */
export function parseCode(text: string): string {
  const plainText = text.normalize('NFKC')
  return (SEPARATED_CODE.exec(plainText)?.[0] ?? plainText).replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
}
