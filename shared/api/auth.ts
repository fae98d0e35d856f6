import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { emailSchema, personNameSchema, emailCodeSchema, newPasswordSchema, proofSchema, secondFactorCodeSchema } from './account-inputs.ts'
import { ENTERED_PASSWORD_MAX_LENGTH } from '#shared/domain/account-rules.ts'
import { userInfoSchema } from './user.ts'

const claimedPasswordSchema = plainText(ENTERED_PASSWORD_MAX_LENGTH, 1)
const emptySchema = z.lazy(() => z.object({}))

/** The account that logged in, and the data that moved to it from the visitor. */
export const loggedInSchema = z.lazy(() =>
  z.object({
    userInfo: userInfoSchema,
    carried: z.object({ creations: numbers.count(), points: numbers.amount() }),
  }),
)
export type LoggedIn = z.infer<typeof loggedInSchema>

/** The purposes of a code: 0 signing up, 1 a new password, 2 and 3 the two mailboxes of a change of address. */
export const CODE_TYPES = { signUp: 0, reset: 1, oldEmail: 2, newEmail: 3 } as const

export const emailRegistered = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/registered',
  input: z.lazy(() => z.object({ email: emailSchema })),
  data: z.lazy(() => z.object({ registered: z.boolean() })),
})

/**
 * Sends a code for signing up. EMAIL_TAKEN: the address has an account. H4022: the last code is too recent, or there were too many
 * requests.
 */
export const sendVerificationCode = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/send-verification-code',
  input: z.lazy(() => z.object({ email: emailSchema })),
  data: z.lazy(() => z.object({ resendAfterMs: numbers.durationMs() })),
})

/** Sends a code for a new password. Unknown addresses get the same answer but no mail. */
export const sendResetCode = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/password/send-reset-code',
  input: z.lazy(() => z.object({ email: emailSchema })),
  data: z.lazy(() => z.object({ resendAfterMs: numbers.durationMs() })),
})

/**
 * Exchanges a code for a proof: `registrationToken` to sign up, `token` for a new password. Errors: CODE_WRONG, CODE_EXPIRED, CODE_USED,
 * CODE_TRIES_USED. H4022: too many tries from this network address.
 */
export const verifyEmailCode = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/verify',
  input: z.lazy(() =>
    z.object({
      email: emailSchema,
      code: emailCodeSchema,
      type: z._default(z.literal([CODE_TYPES.signUp, CODE_TYPES.reset]), CODE_TYPES.signUp),
    }),
  ),
  data: z.lazy(() => z.object({ registrationToken: z.optional(z.string()), token: z.optional(z.string()) })),
})

export const completeSignup = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/complete-signup',
  input: z.lazy(() =>
    z.object({ registrationToken: proofSchema, firstName: personNameSchema, lastName: personNameSchema, password: newPasswordSchema }),
  ),
  data: loggedInSchema,
})

export const logInByEmail = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/login',
  input: z.lazy(() => z.object({ email: emailSchema, password: claimedPasswordSchema })),
  data: loggedInSchema,
})

/**
 * Completes a login that the server answered with SECOND_FACTOR_NEEDED. SECOND_FACTOR_WRONG: wrong code. LOGIN_EXPIRED: the first step is
 * too old.
 */
export const logInBySecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/second-factor',
  input: z.lazy(() => z.object({ code: secondFactorCodeSchema })),
  data: loggedInSchema,
})

/**
 * Sets a new password with the proof from `verifyEmailCode`, and ends every session of the account. PROOF_EXPIRED: the proof is not valid.
 */
export const resetPassword = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/email/password/reset',
  input: z.lazy(() => z.object({ token: proofSchema, newPassword: newPasswordSchema })),
  data: emptySchema,
})

/** `token` is an ID token if `type` is jwt, otherwise an authorization code. */
export const logInByThirdParty = defineCall({
  method: 'POST',
  base: 'main',
  path: '/auth/third-party/login',
  input: z.lazy(() =>
    z.object({
      provider: z.literal('google'),
      token: plainText(8192, 1),
      additionalParams: z.optional(z.object({ type: z.optional(z.literal('jwt')), oneTap: z.optional(z.boolean()) })),
    }),
  ),
  data: loggedInSchema,
})

export const logOut = defineCall({ method: 'POST', base: 'main', path: '/auth/logout', input: emptySchema, data: emptySchema })
