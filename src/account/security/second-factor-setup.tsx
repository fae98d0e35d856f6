import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { startSecondFactor, turnOnSecondFactor } from '#shared/api/second-factor.ts'
import type { UserInfo } from '#shared/api/user.ts'
import type { AppError } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { copyText } from '#src/browser/copy-text.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { buttonClass } from '#src/design/button-class.ts'
import { TextField } from '#src/design/text-field.tsx'
import { FormProblem, problemText, useAccountForm } from '../account-form.tsx'
import { PasswordFirstForm } from '../current-password-field.tsx'
import { FormButtons } from '../form-buttons.tsx'
import styles from '../security.module.css'
import { type Problem, type Problems, checkSecondFactor, toProblem } from '../form-checks.ts'

interface SecondFactorSetupProps {
  readonly account: UserInfo
  readonly onTurnedOn: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

interface AppSecret {
  readonly secret: string
  readonly uri: string
}

/** Sets up a second factor: asks for the password, shows the secret for the app, and checks a first code. */
export function SecondFactorSetup({ account, onTurnedOn, onClose }: SecondFactorSetupProps) {
  const [appSecret, setAppSecret] = useState<AppSecret | null>(null)
  return appSecret === null ? (
    <PasswordFirstForm account={account} call={(proof) => api.call(startSecondFactor, proof)} onDone={setAppSecret} onClose={onClose} />
  ) : (
    <ConfirmForm appSecret={appSecret} onTurnedOn={onTurnedOn} onClose={onClose} />
  )
}

interface ConfirmFormProps extends Pick<SecondFactorSetupProps, 'onTurnedOn' | 'onClose'> {
  readonly appSecret: AppSecret
}

function ConfirmForm({ appSecret: { secret, uri }, onTurnedOn, onClose }: ConfirmFormProps) {
  const text = useText()
  const [code, setCode] = useState('')
  const [isCopied, setCopied] = useState(false)
  const { ref, problems, isBusy, send } = useAccountForm<'code'>()
  const submission = {
    pageProblems: secondFactorProblems(code),
    call: () => api.call(turnOnSecondFactor, { code }),
    toFieldProblems: toCodeProblems,
    onDone: ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => onTurnedOn(recoveryCodes),
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, submission)}>
      <p>{text('security.factor.scan')}</p>
      <QrCode value={uri} label={text('security.factor.qr')} />
      <p className={styles['hint']}>{text('security.factor.byHand')}</p>
      <p className={styles['code']} dir="ltr" translate="no">
        {splitIntoGroups(secret, ' ')}
      </p>
      <div className={styles['buttons']}>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copyText(secret).then(setCopied)}>
          {text('security.factor.copyKey')}
        </Button>
        <a href={uri} className={buttonClass('quiet')}>
          {text('security.factor.openApp')}
        </a>
      </div>
      <SecondFactorField value={code} problem={problems.code} hint={text('security.factor.firstCode')} onValue={setCode} isFocused />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.factor.turnOn')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

const GROUP_LENGTH = 4

/** Splits a long code into short groups, for reading and typing. */
export function splitIntoGroups(code: string, separator: string): string {
  return code.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g'))?.join(separator) ?? code
}

/** The width of the white border around a QR code, in modules. The QR standard requires 4. */
const QUIET_ZONE = 4

/** A QR code, dark on white in both themes: some cameras can't read an inverted code. */
function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawQrCode(value), [value])
  return (
    <figure className={styles['figure']}>
      <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} />
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  )
}

function drawQrCode(value: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(value, { border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}

interface SecondFactorFieldProps {
  readonly value: string
  readonly problem: Problem | undefined
  readonly hint: string
  readonly isFocused?: boolean
  readonly onValue: (value: string) => void
}

/** A field for a code of the authenticator app. If recovery codes are valid too, the hint says so. */
export function SecondFactorField({ value, problem, hint, isFocused = false, onValue }: SecondFactorFieldProps) {
  const text = useText()
  return (
    <TextField
      label={text('account.field.code')}
      name="code"
      variant="code"
      value={value}
      problem={problemText(problem, text)}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened by a press just now
      autoFocus={isFocused}
      onValue={onValue}
    />
  )
}

export function secondFactorProblems(code: string): Problems<'code'> {
  const problem = checkSecondFactor(code)
  return problem === null ? {} : { code: problem }
}

/** Assigns the error of a rejected code to its field; null for any other error. */
export function toCodeProblems(error: AppError): Problems<'code'> | null {
  const isCodeError = error.code === 'SECOND_FACTOR_WRONG' || error.fields?.includes('code') === true
  return isCodeError ? { code: toProblem({ ...error, code: 'SECOND_FACTOR_WRONG' }, Date.now()) } : null
}
