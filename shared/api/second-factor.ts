import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall } from './define-call.ts'
import { enteredPassword, secondFactorCode } from './account-inputs.ts'

const empty = z.lazy(() => z.object({}))

/** A second factor of an operator that does not open the console yet. `name` is '' for the authenticator app. */
const consoleFactorSchema = z.lazy(() => z.object({ name: z.string(), code: z.string(), opensAt: numbers.time() }))
export type ConsoleFactor = z.infer<typeof consoleFactorSchema>

/** Whether the account asks for a code of an authenticator app, and how many recovery codes are left. `consoleFactors` has none but for operators. */
export const getSecondFactor = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/second-factor',
  input: empty,
  data: z.lazy(() =>
    z.object({ isOn: z.boolean(), recoveryCodesLeft: numbers.count(), consoleFactors: z.optional(z.array(consoleFactorSchema)) }),
  ),
})

/** Begins a set-up; requires the current password where there is one. `uri` is what the QR code shows. H4021 when it is on already. */
export const startSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/start',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPassword) })),
  data: z.lazy(() => z.object({ secret: z.string(), uri: z.string() })),
})

/** Turns it on by a first code. The recovery codes are told this once. */
export const turnOnSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/on',
  input: z.lazy(() => z.object({ code: secondFactorCode })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/** Replaces the recovery codes, which are told this once; requires the current password where there is one, and a code as to turn it off. */
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/recovery-codes',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPassword), code: secondFactorCode })),
  data: z.lazy(() => z.object({ recoveryCodes: z.array(z.string()) })),
})

/** Turns it off by a code of the app or a recovery code. */
export const turnOffSecondFactor = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/second-factor/off',
  input: z.lazy(() => z.object({ code: secondFactorCode })),
  data: empty,
})
