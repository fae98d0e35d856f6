import { useState } from 'react'
import type { AppError } from '#shared/result.ts'
import { getSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from '#shared/api/second-factor.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { api } from '#src/hub-client/api.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Chip } from '#src/design/chip.tsx'
import { showToast } from '#src/design/toast.ts'
import { copyText } from '#src/browser/copy-text.ts'
import { saveFile } from '#src/browser/download.ts'
import { Button } from '#src/design/button.tsx'
import { FormProblem, useAccountForm } from '../account-form.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'
import { ConsoleFactors } from './console-factors.tsx'
import { CurrentPasswordField, passwordProblems, toPasswordProblems } from '../current-password-field.tsx'
import { FormButtons, FormOpener } from '../form-buttons.tsx'
import { SecondFactorField, SecondFactorSetup, splitIntoGroups, toCodeProblems, secondFactorProblems } from './second-factor-setup.tsx'
import styles from '../security.module.css'
import { LoadedNote, useLoaded } from '../use-loaded.tsx'

/** The authenticator app of the account: the user can set it up, turn it off and create new recovery codes. */
export function SecondFactorSection({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const loadState = useLoaded(getSecondFactor)
  const { value, reload } = loadState
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const onCodes = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes)
    void reload()
  }
  return (
    <SettingsSection id="second-factor" title={text('security.factor.title')} hint={text('security.factor.hint')}>
      <LoadedNote loadState={loadState} />
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {codes === null && value?.isOn === true && (
        <ActiveSecondFactor account={account} codesLeft={value.recoveryCodesLeft} onCodes={onCodes} onTurnedOff={() => void reload()} />
      )}
      {codes === null && value?.isOn === false && (
        <FormOpener label={text('security.factor.setUp')}>
          {(close) => <SecondFactorSetup account={account} onTurnedOn={onCodes} onClose={close} />}
        </FormOpener>
      )}
      {codes === null && <ConsoleFactors email={account.email} factors={value?.consoleFactors ?? []} />}
    </SettingsSection>
  )
}

interface ActiveSecondFactorProps {
  readonly account: UserInfo
  readonly codesLeft: number
  readonly onCodes: (recoveryCodes: readonly string[]) => void
  readonly onTurnedOff: () => void
}

function ActiveSecondFactor({ account, codesLeft, onCodes, onTurnedOff }: ActiveSecondFactorProps) {
  const text = useText()
  return (
    <>
      <p className={styles['state']}>
        <Chip tone="accent">{text('security.factor.on')}</Chip> {text('security.factor.left', { count: codesLeft })}
      </p>
      <FormOpener label={text('security.recovery.renew')}>
        {(close) => <RenewForm account={account} onCodes={onCodes} onClose={close} />}
      </FormOpener>
      <FormOpener label={text('security.factor.turnOff')}>
        {(close) => <TurnOffForm onTurnedOff={onTurnedOff} onClose={close} />}
      </FormOpener>
    </>
  )
}

interface RenewFormProps {
  readonly account: UserInfo
  readonly onCodes: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

function RenewForm({ account, onCodes, onClose }: RenewFormProps) {
  const text = useText()
  const [currentPassword, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'currentPassword' | 'code'>()
  const submission = {
    pageProblems: { ...passwordProblems(account, currentPassword), ...secondFactorProblems(code) },
    call: () => api.call(renewRecoveryCodes, account.hasPassword ? { currentPassword, code } : { code }),
    toFieldProblems: (error: AppError) => toPasswordProblems(error) ?? toCodeProblems(error),
    onDone: ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => onCodes(recoveryCodes),
  }
  return (
    <form ref={ref} method="post" noValidate onSubmit={(event) => void send(event, submission)}>
      <p>{text('security.recovery.renewHint')}</p>
      <CurrentPasswordField account={account} value={currentPassword} problem={problems.currentPassword} onValue={setPassword} />
      <SecondFactorField
        value={code}
        problem={problems.code}
        hint={text('security.factor.codeOrRecovery')}
        onValue={setCode}
        isFocused={!account.hasPassword}
      />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.recovery.renew')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

interface TurnOffFormProps {
  readonly onTurnedOff: () => void
  readonly onClose: () => void
}

function TurnOffForm({ onTurnedOff, onClose }: TurnOffFormProps) {
  const text = useText()
  const [code, setCode] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'code'>()
  const submission = {
    pageProblems: secondFactorProblems(code),
    call: () => api.call(turnOffSecondFactor, { code }),
    toFieldProblems: toCodeProblems,
    onDone: () => {
      onTurnedOff()
      void showToast({ id: 'second-factor', color: 'success', title: text('security.factor.isOff') }, 'money')
    },
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, submission)}>
      <SecondFactorField value={code} problem={problems.code} hint={text('security.factor.codeOrRecovery')} onValue={setCode} isFocused />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.factor.turnOff')} variant="danger" isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows the recovery codes. They can't be shown again later. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  const groupedCodes = codes.map((code) => splitIntoGroups(code, '-'))
  const codesText = `${groupedCodes.join('\n')}\n`
  return (
    <div className={styles['block']}>
      <h4 ref={focusHeading} tabIndex={-1} className={styles['title']}>
        {text('security.recovery.title')}
      </h4>
      <p>{text('security.recovery.hint')}</p>
      <ul className={styles['codes']} dir="ltr" translate="no">
        {groupedCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copyText(codesText).then(setCopied)}>
          {text('security.recovery.copy')}
        </Button>
        <Button icon="download" onClick={() => saveFile(new Blob([codesText], { type: 'text/plain' }), 'kinora-recovery-codes.txt')}>
          {text('security.recovery.save')}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {text('security.recovery.done')}
        </Button>
      </div>
    </div>
  )
}

const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus({ preventScroll: false })
