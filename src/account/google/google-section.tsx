import { useEffect, useRef, useState } from 'react'
import { linkGoogle, unlinkGoogle } from '#shared/api/account-settings.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { fail, ok } from '#shared/result.ts'
import { hub } from '#src/hub-client/hub-client.ts'
import { api } from '#src/hub-client/api.ts'
import { failureText, text, useText } from '#src/i18n/i18n.ts'
import { useFocusProblem } from '#src/browser/focus-problem.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import type { Problems } from '../form-checks.ts'
import { CurrentPasswordField, passwordProblems, toPasswordProblems } from '../current-password-field.tsx'
import { FormOpener } from '../form-buttons.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'
import { CodeButton } from './google-sign-in.tsx'
import { type GoogleSettings, googleState, loadGoogleSettings } from './google-services.ts'

/** Links and unlinks a Google account. Renders nothing if the server has no sign-in with Google. */
export function GoogleSection({ account }: { readonly account: UserInfo }) {
  const text = useText()
  const { settings } = useSnapshot(googleState)
  useEffect(() => void loadGoogleSettings(), [])
  if (settings === undefined || settings === null) return null
  return (
    <SettingsSection id="google" title="Google" hint={text(account.hasGoogle ? 'security.google.on' : 'security.google.off')}>
      {account.hasGoogle ? (
        <UnlinkButton />
      ) : (
        <FormOpener label={text('security.google.link')}>
          {(close) => <LinkForm account={account} settings={settings} onClose={close} />}
        </FormOpener>
      )}
    </SettingsSection>
  )
}

interface LinkFormProps {
  readonly account: UserInfo
  readonly settings: GoogleSettings
  readonly onClose: () => void
}

/** Asks for the current password, if the account has one, and then opens Google's popup. */
function LinkForm({ account, settings, onClose }: LinkFormProps) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const [currentPassword, setPassword] = useState('')
  const [{ problems, refusals }, setRejection] = useState<{ problems: Problems<'currentPassword'>; refusals: number }>(NO_REJECTION)
  useFocusProblem(form, refusals)
  const showProblems = (pageProblems: Problems<'currentPassword'>) => setRejection({ problems: pageProblems, refusals: refusals + 1 })
  const isAllowed = () => {
    const pageProblems = passwordProblems(account, currentPassword)
    const hasNoProblems = Object.keys(pageProblems).length === 0
    if (hasNoProblems) setRejection(NO_REJECTION)
    else showProblems(pageProblems)
    return hasNoProblems
  }
  const linkAccount = async (code: string) => {
    const answer = await api.call(linkGoogle, account.hasPassword ? { code, currentPassword } : { code })
    const fieldProblems = answer.ok ? null : toPasswordProblems(answer.error)
    if (fieldProblems !== null) showProblems(fieldProblems)
    else if (!answer.ok) return fail({ code: answer.error.code, text: failureText(answer.error) })
    else showChangeToast('security.google.linked')
    return ok(undefined)
  }
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => event.preventDefault()}>
      <CurrentPasswordField account={account} value={currentPassword} problem={problems.currentPassword} onValue={setPassword} />
      <CodeButton settings={settings} type="submit" isAllowed={isAllowed} onCode={linkAccount} />
      <Button variant="plain" onClick={onClose}>
        {text('security.cancel')}
      </Button>
    </form>
  )
}

const NO_REJECTION = { problems: {}, refusals: 0 }

function UnlinkButton() {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const unlinkAccount = async () => {
    endToast('google')
    setBusy(true)
    const answer = await api.call(unlinkGoogle, {})
    setBusy(false)
    if (answer.ok) return showChangeToast('security.google.unlinked')
    const description = failureText(answer.error)
    void showToast({ id: 'google', color: 'error', title: text('account.failed'), description }, 'money')
  }
  return (
    <Button isBusy={isBusy} onClick={() => void unlinkAccount()}>
      {text('security.google.unlink')}
    </Button>
  )
}

function showChangeToast(key: 'security.google.linked' | 'security.google.unlinked'): void {
  void hub.api.refreshAccount()
  void showToast({ id: 'google', color: 'success', title: text(key) }, 'money')
}
