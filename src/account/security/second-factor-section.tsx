import { type ReactElement, useState } from 'react'
import { getSecondFactor, turnOffSecondFactor } from '#shared/api/second-factor.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { api } from '#src/platform/api.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Chip } from '#src/design/chip.tsx'
import { showToast } from '#src/design/toast.ts'
import { FormProblem } from '../form-problem.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'
import { useAccountForm } from '../use-account-form.ts'
import { FormButtons } from './form-buttons.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorField, placeCodeProblem, secondFactorProblems } from './second-factor-field.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import styles from './security.module.css'
import { LoadedNote, useLoaded } from './use-loaded.tsx'

/** An authenticator app: set up, shown as on, turned off. */
export function SecondFactorSection({ account }: { readonly account: UserInfo }): ReactElement {
  const text = useText()
  const loaded = useLoaded(getSecondFactor)
  const { value, reload } = loaded
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const onTurnedOn = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes)
    setSettingUp(false)
    void reload()
  }
  return (
    <SettingsSection id="second-factor" title={text('security.factor.title')} hint={text('security.factor.hint')}>
      <LoadedNote loaded={loaded} />
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {codes === null && value?.isOn === true && <TurnedOn left={value.recoveryCodesLeft} onTurnedOff={() => void reload()} />}
      {codes === null && value?.isOn === false && isSettingUp && (
        <SecondFactorSetup account={account} onTurnedOn={onTurnedOn} onClose={() => setSettingUp(false)} />
      )}
      {codes === null && value?.isOn === false && !isSettingUp && (
        <Button aria-expanded={false} onClick={() => setSettingUp(true)}>
          {text('security.factor.setUp')}
        </Button>
      )}
    </SettingsSection>
  )
}

interface TurnedOnProps {
  readonly left: number
  readonly onTurnedOff: () => void
}

function TurnedOn({ left, onTurnedOff }: TurnedOnProps): ReactElement {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className={styles['state']}>
        <Chip tone="accent">{text('security.factor.on')}</Chip> {text('security.factor.left', { count: left })}
      </p>
      {isOpen ? (
        <TurnOffForm onTurnedOff={onTurnedOff} onClose={() => setOpen(false)} />
      ) : (
        <Button aria-expanded={false} onClick={() => setOpen(true)}>
          {text('security.factor.turnOff')}
        </Button>
      )}
    </>
  )
}

interface TurnOffFormProps {
  readonly onTurnedOff: () => void
  readonly onClose: () => void
}

function TurnOffForm({ onTurnedOff, onClose }: TurnOffFormProps): ReactElement {
  const text = useText()
  const [code, setCode] = useState('')
  const { ref, problems, isBusy, send } = useAccountForm<'code'>()
  const sending = {
    found: secondFactorProblems(code),
    call: () => api.call(turnOffSecondFactor, { code }),
    place: placeCodeProblem,
    onDone: () => {
      onTurnedOff()
      void showToast({ id: 'second-factor', color: 'success', title: text('security.factor.isOff') }, 'money')
    },
  }
  return (
    <form ref={ref} noValidate onSubmit={(event) => void send(event, sending)}>
      <SecondFactorField value={code} problem={problems.code} hint={text('security.factor.codeOrRecovery')} onValue={setCode} isFocused />
      <FormProblem problem={problems.form} />
      <FormButtons label={text('security.factor.turnOff')} look="danger" isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
