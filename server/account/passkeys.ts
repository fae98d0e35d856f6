import * as webauthn from '@simplewebauthn/server'
import type { Context } from '#server/verbs/verb.ts'
import type { passkey } from '#server/database/database.ts'
import { LOGIN_CHALLENGE_LIFETIME_MS } from '#shared/domain/account-rules.ts'
import type { MadePasskey, PasskeyCreation, PasskeyRequest, SignedByPasskey } from '#shared/api/passkeys.ts'
import { type Result, fail, ok } from '#shared/result.ts'

const RP_NAME = 'Kinora'

type Site = Pick<Context, 'config'>
export type Passkey = typeof passkey.$inferSelect
/** The stored data of a passkey, without its account and times. */
export type PasskeyFacts = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>

interface PasskeyOwner {
  readonly accountId: string
  readonly email: string
  readonly name: string
}

/** Options for a new passkey: discoverable at a login, and with user verification (face, finger or PIN). */
export async function createPasskeyOptions(
  site: Site,
  passkeyOwner: PasskeyOwner,
  existingPasskeys: readonly Pick<Passkey, 'id'>[],
): Promise<PasskeyCreation> {
  const rpId = rpIdOf(site)
  const options = await webauthn.generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(passkeyOwner.accountId)),
    userName: passkeyOwner.email,
    userDisplayName: passkeyOwner.name,
    timeout: LOGIN_CHALLENGE_LIFETIME_MS,
  })
  return {
    rp: { name: RP_NAME, id: rpId },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: LOGIN_CHALLENGE_LIFETIME_MS,
    excludeCredentials: existingPasskeys.map(({ id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
}

export async function verifyNewPasskey(site: Site, challenge: string, newPasskey: MadePasskey): Promise<Result<PasskeyFacts, 'refused'>> {
  const { transports = [], ...response } = newPasskey.response
  try {
    const { verified, registrationInfo } = await webauthn.verifyRegistrationResponse({
      response: { ...newPasskey, response, clientExtensionResults: {} },
      ...expectedValues(site, challenge),
    })
    if (!verified) return fail('refused')
    const { credential, credentialBackedUp } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    return ok({ id: credential.id, publicKey, counter: credential.counter, transports: transports.join(' '), isSynced: credentialBackedUp })
  } catch {
    return fail('refused')
  }
}

export async function createSignatureOptions(site: Site): Promise<PasskeyRequest> {
  const rpId = rpIdOf(site)
  const { challenge } = await webauthn.generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
  return { challenge, timeout: LOGIN_CHALLENGE_LIFETIME_MS, rpId, userVerification: 'required' }
}

/** Checks a passkey's signature. Returns the new usage counter, which never decreases, and whether the passkey is synchronised. */
export async function verifySignature(
  site: Site,
  challenge: string,
  signature: SignedByPasskey,
  storedPasskey: Passkey,
): Promise<Result<Pick<PasskeyFacts, 'counter' | 'isSynced'>, 'refused'>> {
  const { userHandle, ...response } = signature.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== storedPasskey.accountId) return fail('refused')
  try {
    const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
      response: { ...signature, response, clientExtensionResults: {} },
      ...expectedValues(site, challenge),
      credential: {
        id: storedPasskey.id,
        publicKey: new Uint8Array(Buffer.from(storedPasskey.publicKey, 'base64url')),
        counter: storedPasskey.counter,
      },
    })
    if (!verified) return fail('refused')
    return ok({ counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp })
  } catch {
    return fail('refused')
  }
}

function expectedValues(site: Site, challenge: string) {
  const expectedOrigin = [...site.config.origins]
  return { expectedChallenge: challenge, expectedOrigin, expectedRPID: rpIdOf(site), requireUserVerification: true }
}

/** The host that passkeys belong to: the host of the app's first public address. */
function rpIdOf({ config }: Site): string {
  return new URL(config.origins[0] ?? 'http://localhost').hostname
}
