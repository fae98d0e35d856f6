import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Engine, ENGINE_WEBHOOK_PATH } from '#server/motion/engine.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'

const MAX_WEBHOOK_BYTES = 1024 * 1024

const webhookLimit = bodyLimit({
  maxSize: MAX_WEBHOOK_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** The webhook of video services. Every request gets the same answer, so the answer does not reveal which tasks are pending. */
export function mountEngineWebhook(
  app: Hono<Env>,
  { name, webhook }: Pick<Engine, 'name' | 'webhook'>,
  onEvent: (workId: string) => Promise<void>,
): void {
  if (webhook === undefined) return
  app.post(`${ENGINE_WEBHOOK_PATH}${name}`, webhookLimit, async (c) => {
    const workId = await webhook(c.req.raw.headers, new Uint8Array(await c.req.arrayBuffer()))
    if (workId !== null) await onEvent(workId)
    return c.body(null, 204)
  })
}
