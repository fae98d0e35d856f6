import type { Hono } from 'hono'
import type { Engine } from '#server/motion/engines/engine.ts'
import type { Env } from '#server/platform/http/reply.ts'
import { bodyLimit } from 'hono/body-limit'
import { ENGINE_WEBHOOK_PATH } from '#server/motion/engines/engine.ts'
import { replyFailure } from '#server/platform/http/reply.ts'

const MAX_NEWS_BYTES = 1024 * 1024

const newsLimit = bodyLimit({
  maxSize: MAX_NEWS_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** Where a video service tells that it has finished. Whatever comes is answered alike, so that nobody learns from it what is waited for. */
export function mountEngineWebhook(app: Hono<Env>, { name, webhook }: Pick<Engine, 'name' | 'webhook'>): void {
  if (webhook === undefined) return
  app.post(`${ENGINE_WEBHOOK_PATH}${name}`, newsLimit, async (c) => {
    await webhook(c.req.raw.headers, new Uint8Array(await c.req.arrayBuffer()))
    return c.body(null, 204)
  })
}
