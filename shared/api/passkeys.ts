import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { enteredPasswordSchema, personNameSchema, proofSchema } from './account-inputs.ts'
import { loggedInSchema } from './auth.ts'
import { PASSKEY_NAME_MAX_LENGTH } from '#shared/domain/account-rules.ts'

const emptySchema = z.lazy(() => z.object({}))
/** Bytes as base64url text, as in the JSON format of WebAuthn. */
const bytesSchema = z.string().check(z.regex(/^[\w-]{1,8192}$/))
const transportsSchema = z.optional(z.array(plainText(32)).check(z.maxLength(16)))
const typeSchema = z.literal('public-key')
const knownPasskeySchema = z.object({ id: z.string(), type: typeSchema, transports: z.optional(z.array(z.string())) })

/** The browser's options for creating a passkey. */
const creationSchema = z.lazy(() =>
  z.object({
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: typeSchema, alg: z.int() })),
    timeout: numbers.durationMs(),
    excludeCredentials: z.array(knownPasskeySchema),
    authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
    attestation: z.literal('none'),
  }),
)
export type PasskeyCreation = z.infer<typeof creationSchema>

/** A new passkey from the browser. */
const newPasskeySchema = z.lazy(() =>
  z.object({
    id: bytesSchema,
    rawId: bytesSchema,
    type: typeSchema,
    response: z.object({ clientDataJSON: bytesSchema, attestationObject: bytesSchema, transports: transportsSchema }),
  }),
)
export type MadePasskey = z.infer<typeof newPasskeySchema>

/** The browser's options for signing with a passkey. */
const requestSchema = z.lazy(() =>
  z.object({ challenge: z.string(), timeout: numbers.durationMs(), rpId: z.string(), userVerification: z.literal('required') }),
)
export type PasskeyRequest = z.infer<typeof requestSchema>

/** The signature of a passkey. */
const signedPasskeySchema = z.lazy(() =>
  z.object({
    id: bytesSchema,
    rawId: bytesSchema,
    type: typeSchema,
    response: z.object({
      clientDataJSON: bytesSchema,
      authenticatorData: bytesSchema,
      signature: bytesSchema,
      userHandle: z.optional(bytesSchema),
    }),
  }),
)
export type SignedByPasskey = z.infer<typeof signedPasskeySchema>

/** Starts a login with a passkey of this device, without an e-mail address. */
export const startPasskeyLogin = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/passkey/start',
  input: emptySchema,
  data: requestSchema,
})

/**
 * Logs in with a passkey, which counts as both factors. PASSKEY_REFUSED: the passkey is not accepted. LOGIN_EXPIRED: the challenge is too
 * old.
 */
export const logInByPasskey = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/passkey/login',
  input: z.lazy(() => z.object({ passkey: signedPasskeySchema })),
  data: loggedInSchema,
})

const signUpFields = { registrationToken: proofSchema, firstName: personNameSchema, lastName: personNameSchema }

/** Starts a sign-up with a passkey instead of a password, for a verified e-mail address. */
export const startPasskeySignUp = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/passkey/sign-up/start',
  input: z.lazy(() => z.object(signUpFields)),
  data: creationSchema,
})

export const completePasskeySignUp = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/passkey/sign-up',
  input: z.lazy(() => z.object({ ...signUpFields, passkey: newPasskeySchema })),
  data: loggedInSchema,
})

const passkeySchema = z.lazy(() =>
  z.object({ id: z.string(), name: z.string(), createdAt: numbers.time(), usedAt: z.nullable(numbers.time()), isSynced: z.boolean() }),
)
export type PasskeyInfo = z.infer<typeof passkeySchema>

/** The account's passkeys, newest first. */
export const getPasskeys = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/passkeys',
  input: emptySchema,
  data: z.lazy(() => z.object({ passkeys: z.array(passkeySchema) })),
})

/**
 * Starts the creation of another passkey. Requires the current password, or a recent login if the account has no password. H4021: the
 * account has the maximum number of passkeys.
 */
export const startPasskey = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/passkeys/start',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPasswordSchema) })),
  data: creationSchema,
})

export const addPasskey = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/passkeys/add',
  input: z.lazy(() => z.object({ passkey: newPasskeySchema })),
  data: emptySchema,
})

const passkeyNameSchema = z.pipe(
  z.pipe(
    plainText(4 * PASSKEY_NAME_MAX_LENGTH),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(PASSKEY_NAME_MAX_LENGTH), z.regex(/^\P{Cc}*$/u)),
)

export const renamePasskey = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/passkeys/rename',
  input: z.lazy(() => z.object({ id: bytesSchema, name: passkeyNameSchema })),
  data: emptySchema,
})

/** Removes a passkey. ONLY_WAY_IN: the account has no password, no Google account and no other passkey. */
export const removePasskey = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/passkeys/remove',
  input: z.lazy(() => z.object({ id: bytesSchema })),
  data: emptySchema,
})
