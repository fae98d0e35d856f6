import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'

/**
 * Registers the request's user token and grants the welcome points once. `replaces`: the browser's previous token. If its visitor has
 * signed up, no points are granted.
 */
export const payLogin = defineCall({
  method: 'POST',
  base: 'pay',
  path: '/user/login',
  input: z.lazy(() => z.object({ replaces: z.optional(plainText(64)) })),
  data: z.lazy(() => z.object({ userId: z.string() })),
})

export const getPayInfo = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/user/info',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ isVip: z.boolean(), membershipExpiresAt: z.nullable(numbers.time()), points: numbers.amount() })),
})
