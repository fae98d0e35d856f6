import type { MadePasskey, PasskeyCreation, PasskeyRequest, SignedByPasskey } from '#shared/api/passkeys.ts'
import { type Result, fail, ok } from '#shared/result.ts'

/** `cancelled`: the person closed the browser's question, or it ran out. `known`: this device has one for the account already. */
export type PasskeyProblem = 'cancelled' | 'known' | 'failed'

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the browser to make a passkey. */
export async function makePasskey(creation: PasskeyCreation): Promise<Result<MadePasskey, PasskeyProblem>> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return orProblem(async () => {
    // The library's types name the transports that existed when it was written.
    const excludeCredentials = creation.excludeCredentials.map(({ id, type }) => ({ id, type }))
    const { id, rawId, response } = await startRegistration({ optionsJSON: { ...creation, excludeCredentials } })
    const { clientDataJSON, attestationObject, transports } = response
    const told = transports === undefined ? {} : { transports: [...transports] }
    return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, ...told } }
  })
}

/** Asks the browser for a passkey of this site, and what it signs. */
export async function signWithPasskey(request: PasskeyRequest): Promise<Result<SignedByPasskey, PasskeyProblem>> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return orProblem(async () => {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: request })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const told = userHandle === undefined ? {} : { userHandle }
    return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature, ...told } }
  })
}

async function orProblem<T>(ask: () => Promise<T>): Promise<Result<T, PasskeyProblem>> {
  try {
    return ok(await ask())
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return fail('cancelled')
    if (name === 'InvalidStateError') return fail('known')
    console.warn('The browser gave no passkey.', error)
    return fail('failed')
  }
}
