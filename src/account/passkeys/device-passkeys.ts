import type { MadePasskey, PasskeyCreation, PasskeyRequest, SignedByPasskey } from '#shared/api/passkeys.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** `cancelled`: the user closed the browser's prompt, or it expired. `known`: this device already has a passkey for the account. */
export type PasskeyProblem = 'cancelled' | 'known' | 'failed'

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

export async function makePasskey(creation: PasskeyCreation): Promise<Result<MadePasskey, PasskeyProblem>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return catchProblem(async () => {
    // Only id and type are passed on: the library's type of `transports` is older than the standard.
    const excludeCredentials = creation.excludeCredentials.map(({ id, type }) => ({ id, type }))
    const { id, rawId, response } = await startRegistration({ optionsJSON: { ...creation, excludeCredentials } })
    const { clientDataJSON, attestationObject, transports } = response
    const transportsField = transports === undefined ? {} : { transports: [...transports] }
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, ...transportsField } }
  })
}

/** Asks the browser to sign in with a passkey of this site. */
export async function signWithPasskey(request: PasskeyRequest): Promise<Result<SignedByPasskey, PasskeyProblem>> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return catchProblem(async () => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: request })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const userHandleField = userHandle === undefined ? {} : { userHandle }
    return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, ...userHandleField } }
  })
}

async function catchProblem<T>(askBrowser: () => Promise<T>): Promise<Result<T, PasskeyProblem>> {
  try {
    return ok(await askBrowser())
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return fail('cancelled')
    if (name === 'InvalidStateError') return fail('known')
    console.warn("The browser didn't return a passkey.", error)
    return fail('failed')
  }
}
