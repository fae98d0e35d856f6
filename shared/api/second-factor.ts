import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall } from './define-call.ts'
import { enteredPassword, secondFactorCode } from './account-inputs.ts'

const empty = z.lazy(() => z.object({}))

/** An operator's second factor that does not open the console yet. `name` is '' for the authenticator app. */
const consoleFactorSchema = z.lazy(() => z.object({ name: z.string(), code: z.string(), opensAt: numbers.time() }))
export type ConsoleFactor = z.infer<typeof consoleFactorSchema>

/** Whether the account has an authenticator app, and the number of recovery codes left. `consoleFactors` is empty except for operators. */
export const getSecondFactor = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/second-factor',
  input: empty,
  data: z.lazy(() =>
    z.object({ isOn: z.boolean(), recoveryCodesLeft: numbers.count(), consoleFactors: z.optional(z.array(consoleFactorSchema)) }),
  ),
})

/** Starts a set-up. Requires the current password if the account has one. `uri` is the content of the QR code. H4021: it is on already. */
export const startSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/start',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPassword) })),
  data: z.lazy(() => z.object({ secret: z.string(), uri: z.string() })),
})

/** Turns it on by a first code. Only this answer contains the recovery codes. */
export const turnOnSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/on',
  input: z.lazy(() => z.object({ code: secondFactorCode })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/**
 * Replaces the recovery codes; only this answer contains them. Requires the current password if the account has one, and a code as for
 * turning it off.
 */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/recovery-codes',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPassword), code: secondFactorCode })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/** Turns it off by a code of the app, or a recovery code. */
export const turnOffSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/off',
  input: z.lazy(() => z.object({ code: secondFactorCode })),
  data: empty,
})
