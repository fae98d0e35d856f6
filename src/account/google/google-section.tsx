import { type ReactElement, useEffect, useState } from 'react'
import { linkGoogle, unlinkGoogle } from '#shared/api/account.ts'
import type { UserInfo } from '#shared/api/user.ts'
import { fail, ok } from '#shared/result.ts'
import { hub } from '#src/platform/hub-client.ts'
import { api } from '#src/platform/api.ts'
import { failureText } from '#src/platform/error-text.ts'
import { text, useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import { SettingsSection } from '../settings/settings-section.tsx'
import { CodeButton } from './google-sign-in.tsx'
import { googleState, loadGoogleSettings } from './google-settings.ts'

/** Links and unlinks Google; nothing where the server has no client id. */
export function GoogleSection({ account }: { readonly account: UserInfo }): ReactElement | null {
  const text = useText()
  const { settings } = useSnapshot(googleState)
  useEffect(() => void loadGoogleSettings(), [])
  if (settings === undefined || settings === null) return null
  const link = async (code: string) => {
    const answer = await api.call(linkGoogle, { code })
    if (!answer.ok) return fail({ code: answer.error.code, text: failureText(answer.error) })
    tellChange('security.google.linked')
    return ok(undefined)
  }
  return (
    <SettingsSection id="google" title="Google" hint={text(account.hasGoogle ? 'security.google.on' : 'security.google.off')}>
      {account.hasGoogle ? <UnlinkButton /> : <CodeButton settings={settings} onCode={link} />}
    </SettingsSection>
  )
}

function UnlinkButton(): ReactElement {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const unlink = async () => {
    setBusy(true)
    const answer = await api.call(unlinkGoogle, {})
    setBusy(false)
    if (answer.ok) return tellChange('security.google.unlinked')
    const description = failureText(answer.error)
    void showToast({ id: 'google', color: 'error', title: text('account.failed'), description }, 'money')
  }
  return (
    <Button isBusy={isBusy} onClick={() => void unlink()}>
      {text('security.google.unlink')}
    </Button>
  )
}

function tellChange(key: 'security.google.linked' | 'security.google.unlinked'): void {
  void hub.api.refreshAccount()
  void showToast({ id: 'google', color: 'success', title: text(key) }, 'money')
}
