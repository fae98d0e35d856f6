import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall } from './define-call.ts'
import { enteredPasswordSchema, secondFactorCodeSchema } from './account-inputs.ts'

const emptySchema = z.lazy(() => z.object({}))

/** An operator's second factor that does not open the console before `opensAt`. `name` is '' for the authenticator app. */
const consoleFactorSchema = z.lazy(() => z.object({ name: z.string(), code: z.string(), opensAt: numbers.time() }))
export type ConsoleFactor = z.infer<typeof consoleFactorSchema>

/** Whether the account has an authenticator app, and the number of recovery codes left. `consoleFactors` is empty except for operators. */
export const getSecondFactor = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/second-factor',
  input: emptySchema,
  data: z.lazy(() =>
    z.object({ isOn: z.boolean(), recoveryCodesLeft: numbers.count(), consoleFactors: z.optional(z.array(consoleFactorSchema)) }),
  ),
})

/**
 * Starts the set-up of an authenticator app. Requires the current password, or a recent login if the account has no password. `uri` is the
 * content of the QR code. H4021: the account has an authenticator app already.
 */
export const startSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/start',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPasswordSchema) })),
  data: z.lazy(() => z.object({ secret: z.string(), uri: z.string() })),
})

/** Turns the second factor on with a first code of the authenticator app. Only this answer contains the recovery codes. */
export const turnOnSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/on',
  input: z.lazy(() => z.object({ code: secondFactorCodeSchema })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/**
 * Replaces the recovery codes; only this answer contains them. Requires a code of the authenticator app or a recovery code, and the current
 * password, or a recent login if the account has no password.
 */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/recovery-codes',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPasswordSchema), code: secondFactorCodeSchema })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/** Turns the second factor off with a code of the authenticator app, or a recovery code. */
export const turnOffSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/off',
  input: z.lazy(() => z.object({ code: secondFactorCodeSchema })),
  data: emptySchema,
})
