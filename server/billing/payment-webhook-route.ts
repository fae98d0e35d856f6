import type { Hono } from 'hono'
import type { OrderDeps } from './notify-payer.ts'
import { bodyLimit } from 'hono/body-limit'
import { PAYMENT_WEBHOOK_PATH } from './providers/payment-provider.ts'
import { receiveEvent } from './receive-event.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'

const MAX_WEBHOOK_BYTES = 256 * 1024
const FAILURE_STATUS = { forged: 401, old: 401, malformed: 400 } as const

const webhookLimit = bodyLimit({
  maxSize: MAX_WEBHOOK_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** The webhook of the payment provider. New and repeated events get the same answer. */
export function mountPaymentWebhook(app: Hono<Env>, deps: OrderDeps): void {
  app.post(PAYMENT_WEBHOOK_PATH + deps.payment.id, webhookLimit, async (c) => {
    const received = await receiveEvent(deps, new Uint8Array(await c.req.arrayBuffer()), c.req.raw.headers)
    return received.ok ? c.body(null, 200) : c.body(null, FAILURE_STATUS[received.error])
  })
}
