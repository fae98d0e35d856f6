import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import { api } from '#src/lib/api.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { showToast } from '#src/ui/toast.ts'
import styles from './code-button.module.css'
import type { CodeClient } from './code-client.ts'
import { createCodeClient } from './code-client.ts'
import type { GoogleFailure } from './google-failures.ts'
import { failureText } from './google-failures.ts'
import type { GoogleLoginDeps } from './google-login.ts'
import { createGoogleLogin } from './google-login.ts'
import { GoogleMark } from './google-mark.tsx'
import type { GoogleSettings } from './google-settings.ts'
import { systemClock } from '#shared/browser/clock.ts'
import { pageGis } from './page-gis.ts'

interface CodeButtonProps extends Pick<GoogleLoginDeps, 'onLoggedIn' | 'onRefused'> {
  readonly settings: GoogleSettings
}

let pageCodeClient: CodeClient | undefined

function codeClientOf({ clientId, gisSrc }: GoogleSettings): CodeClient {
  pageCodeClient ??= createCodeClient({ gis: pageGis(gisSrc), clientId, clock: systemClock, makeState: () => crypto.randomUUID() })
  return pageCodeClient
}

/** Our own button: Google's popup opens and gives a code. */
export function CodeButton({ settings, onLoggedIn, onRefused }: CodeButtonProps): ReactElement {
  const text = useText()
  const [client] = useState(() => codeClientOf(settings))
  const [failure, setFailure] = useState<GoogleFailure>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const load = async () => setFailure(await failureOf(client))
    void load()
  }, [client])
  const reload = () => whileBusy(setBusy, async () => setFailure(await failureOf(client)))
  const press = () =>
    whileBusy(setBusy, () => signIn(client, { api, onLoggedIn, onRefused, failedText: () => text('auth.googleLoginFailed') }))
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
    <button type="button" className={styles['button']} aria-busy={isBusy || undefined} onClick={isBusy ? undefined : () => void press()}>
      <span className={styles['mark']}>{isBusy ? <Spinner /> : <GoogleMark />}</span>
      {text('google.continue')}
    </button>
  )
}

async function failureOf(client: CodeClient): Promise<GoogleFailure | undefined> {
  const loaded = await client.initialise()
  return loaded.ok ? undefined : loaded.error
}

async function whileBusy(setBusy: (isBusy: boolean) => void, work: () => Promise<void>): Promise<void> {
  setBusy(true)
  await work()
  setBusy(false)
}

async function signIn(client: CodeClient, deps: GoogleLoginDeps): Promise<void> {
  const answer = await client.requestCode()
  if (answer.ok && answer.value.kind === 'dismissed') return
  const done = answer.ok && answer.value.kind === 'code' ? await createGoogleLogin(deps).byCode(answer.value.code) : answer
  if (!done.ok) await showToast({ id: 'google', color: 'error', title: failureText(done.error) }, 'money')
}
