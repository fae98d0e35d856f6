import { attributionState, forgetDevice, setSharing } from './attribution-state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { ask } from '#src/design/ask.ts'
import { Button } from '#src/design/button.tsx'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { showToast } from '#src/design/toast.ts'
import styles from './attribution-choices.module.css'

/**
 * The switch for sharing data with partners, and the request to delete the attribution data. Shown only if this browser has sent
 * attribution data.
 */
export function AttributionChoices() {
  const text = useText()
  const { status, isForgotten, isSharing } = useSnapshot(attributionState)
  if (isForgotten)
    return (
      <p className={styles['notice']}>{text(status === 'paused' ? 'account.attribution.forgetting' : 'account.attribution.forgotten')}</p>
    )
  const askAndForget = async () => {
    const question = { title: text('account.attribution.forgetTitle'), hint: text('account.attribution.forgetHint') }
    if (!(await ask({ ...question, yes: text('account.attribution.forgetYes'), no: text('account.attribution.forgetNo') }))) return
    const answer = await forgetDevice()
    if (!answer.ok) void showToast({ id: 'forget', color: 'error', title: text('account.attribution.failed') }, 'money')
  }
  return (
    <>
      {status === 'on' && (
        <SwitchRow
          title={text('account.attribution.sharing')}
          hint={text('account.attribution.sharingHint')}
          isOn={isSharing}
          onTurn={(isAllowed) => void setSharing(isAllowed)}
        />
      )}
      <Button onClick={() => void askAndForget()}>{text('account.attribution.forget')}</Button>
    </>
  )
}
