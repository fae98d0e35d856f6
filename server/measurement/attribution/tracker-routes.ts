import type { Hono, Context as Request } from 'hono'
import type { Answer } from '#server/verbs/verb.ts'
import { type TrackerContext, type TrackerAnswer, forgetDevice, readFields } from './tracker.ts'
import { bodyLimit } from 'hono/body-limit'
import { storeMessage, readAttribution } from './store-message.ts'
import { MESSAGE_KINDS } from '#shared/domain/tracker-kinds.ts'
import { MAX_TRACKER_BYTES, TRACKER_PATH } from '#shared/domain/attribution-rules.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'

const NO_STORE = { 'cache-control': 'no-store' }

const limitBody = bodyLimit({
  maxSize: MAX_TRACKER_BYTES,
  onError: (c) => replyFailure(c, { code: 'H3000', fields: ['body'], status: 413 }),
})

/** The attribution SDK's server. All answers are JSON, including errors: the SDK treats anything else as an outage and retries. */
export function mountTracker(app: Hono<Env>, contextOf: (c: Request<Env>) => TrackerContext): void {
  const reply = (c: Request<Env>, result: Answer<TrackerAnswer>) =>
    result.ok ? c.json(result.value, 200, NO_STORE) : replyFailure(c, result.error)
  app.use(`${TRACKER_PATH}/*`, limitBody)
  app.get(`${TRACKER_PATH}/tinit`, (c) => c.json({ is_on: contextOf(c).config.attribution !== undefined }, 200, NO_STORE))
  for (const kind of MESSAGE_KINDS) {
    app.post(`${TRACKER_PATH}/${kind}`, async (c) => reply(c, await storeMessage(contextOf(c), kind, readFields(await c.req.text()))))
  }
  app.get(`${TRACKER_PATH}/attribution`, async (c) => reply(c, await readAttribution(contextOf(c), c.req.query())))
  app.post(`${TRACKER_PATH}/gdpr_forget_device`, async (c) => reply(c, await forgetDevice(contextOf(c), readFields(await c.req.text()))))
}
