import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'

/** CLOSED: cancelled or run out, nothing was charged. */
export const PAY_RESULTS = ['PENDING', 'SUCCESS', 'FAILED', 'CLOSED'] as const

/** What became of an order, by the payment provider's word. `points` is the balance after it. */
export const getOrderResult = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/payment/order/result',
  input: z.object({ payOrderId: plainText(64, 1) }),
  data: z.object({ payResult: z.enum(PAY_RESULTS), skuType: z.number(), points: z.number() }),
})
