import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type Engine, ENGINE_WEBHOOK_PATH } from '#server/motion/engine.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'

const MAX_NEWS_BYTES = 1024 * 1024

const newsLimit = bodyLimit({
  maxSize: MAX_NEWS_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** The webhook of video services. Every request gets the same answer, so it does not reveal pending tasks. */
export function mountEngineWebhook(
  app: Hono<Env>,
  { name, webhook }: Pick<Engine, 'name' | 'webhook'>,
  onNews: (workId: string) => Promise<void>,
): void {
  if (webhook === undefined) return
  app.post(`${ENGINE_WEBHOOK_PATH}${name}`, newsLimit, async (c) => {
    const workId = await webhook(c.req.raw.headers, new Uint8Array(await c.req.arrayBuffer()))
    if (workId !== null) await onNews(workId)
    return c.body(null, 204)
  })
}
