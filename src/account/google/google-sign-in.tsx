import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { useSnapshot } from '#src/platform/state.ts'
import type { GoogleLoginDeps } from './google-login.ts'
import { CodeButton } from './code-button.tsx'
import { googleState, loadGoogleSettings } from './google-settings.ts'

type GoogleSignInProps = Pick<GoogleLoginDeps, 'onLoggedIn' | 'onRefused'>

/** The way in through Google; nothing where the server has no client id. */
export function GoogleSignIn(props: GoogleSignInProps): ReactElement | null {
  const { settings } = useSnapshot(googleState)
  useEffect(() => void loadGoogleSettings(), [])
  if (settings === undefined || settings === null) return null
  return <CodeButton settings={settings} {...props} />
}
