import { useEffect, useState } from 'react'
import { useSnapshot } from '#src/store/state.ts'
import { api } from '#src/hub-client/api.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Spinner } from '#src/design/loading.tsx'
import { endToast, showToast } from '#src/design/toast.ts'
import type { Result } from '#shared/result.ts'
import { systemClock } from '#shared/clock.ts'
import styles from './google-sign-in.module.css'
import { type GoogleLoginDeps, type GoogleFailure, createGoogleLogin, failureText } from './google-login.ts'
import { type GoogleSettings, googleState, loadGoogleSettings, getGisLoader } from './google-services.ts'
import { type CodeClient, createCodeClient } from './code-client.ts'

type GoogleSignInProps = Pick<GoogleLoginDeps, 'onLoggedIn' | 'onRefused'>

/** The sign-in with Google. Renders nothing while its settings are unknown or if it is off. */
export function GoogleSignIn({ onLoggedIn, onRefused }: GoogleSignInProps) {
  const text = useText()
  const { settings } = useSnapshot(googleState)
  useEffect(() => void loadGoogleSettings(), [])
  if (settings === undefined || settings === null) return null
  const logIn = createGoogleLogin({ api, onLoggedIn, onRefused, failedText: () => text('auth.googleLoginFailed') })
  return <CodeButton settings={settings} onCode={(code) => logIn.byCode(code)} />
}

interface CodeButtonProps {
  readonly settings: GoogleSettings
  readonly type?: 'submit'
  /** Called at each press, before Google's popup opens. If it returns false, the popup does not open. */
  readonly isAllowed?: () => boolean
  /** Called with the code that Google has returned. */
  readonly onCode: (code: string) => Promise<Result<void, GoogleFailure>>
}

let pageCodeClient: CodeClient | undefined

function getCodeClient({ clientId, gisSrc }: GoogleSettings): CodeClient {
  pageCodeClient ??= createCodeClient({ gis: getGisLoader(gisSrc), clientId, clock: systemClock, makeState: () => crypto.randomUUID() })
  return pageCodeClient
}

/** This product's own button. It opens Google's popup, which returns a code. */
export function CodeButton({ settings, type, isAllowed, onCode }: CodeButtonProps) {
  const text = useText()
  const [client] = useState(() => getCodeClient(settings))
  const [failure, setFailure] = useState<GoogleFailure>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const load = async () => setFailure(await findInitialisationFailure(client))
    void load()
  }, [client])
  const reload = () => whileBusy(setBusy, async () => setFailure(await findInitialisationFailure(client)))
  const openPopup = async () => {
    if (!isBusy && isAllowed?.() !== false) await whileBusy(setBusy, () => askForCode(client, onCode))
  }
  if (failure !== undefined) {
    return (
      <div className={styles['failed']} role="alert">
        <p>{failureText(failure)}</p>
        <p className={styles['hint']}>{text('google.notLoadedHint')}</p>
        <Button icon="retry" isBusy={isBusy} onClick={() => void reload()}>
          {text('google.retry')}
        </Button>
      </div>
    )
  }
  return (
    <button type={type ?? 'button'} className={styles['button']} aria-busy={isBusy || undefined} onClick={() => void openPopup()}>
      <span className={styles['mark']}>{isBusy ? <Spinner /> : <GoogleMark />}</span>
      {text('google.continue')}
    </button>
  )
}

async function findInitialisationFailure(client: CodeClient): Promise<GoogleFailure | undefined> {
  const answer = await client.initialise()
  return answer.ok ? undefined : answer.error
}

async function whileBusy(setBusy: (isBusy: boolean) => void, work: () => Promise<void>): Promise<void> {
  setBusy(true)
  await work().finally(() => setBusy(false))
}

async function askForCode(client: CodeClient, onCode: CodeButtonProps['onCode']): Promise<void> {
  endToast('google')
  const answer = await client.requestCode()
  if (answer.ok && answer.value.kind === 'dismissed') return
  const outcome = answer.ok && answer.value.kind === 'code' ? await onCode(answer.value.code) : answer
  if (!outcome.ok) await showToast({ id: 'google', color: 'error', title: failureText(outcome.error) }, 'money')
}

/** Google's logo, in the colours of its brand rules. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="100%" height="100%" aria-hidden="true">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5Z"
      />
      <path fill="#4285f4" d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6Z" />
      <path fill="#fbbc05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6Z" />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.4-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48Z"
      />
    </svg>
  )
}
