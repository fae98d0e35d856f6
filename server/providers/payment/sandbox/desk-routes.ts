import type { Hono } from 'hono'
import type { SandboxDeps } from './sandbox-deps.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sandboxCharge, sandboxNews, sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { isThisComputer } from '#server/routes/is-this-computer.ts'
import { formLimit, readForm } from '#server/routes/read-form.ts'
import { policy } from './checkout-routes.ts'
import { deskPage } from './desk-page.ts'
import { refund } from './refund.ts'

const MAX_FORM_BYTES = 4 * 1024
const MOST_SHOWN = 50

const deedSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/), deed: z.enum(['refund', 'tell', 'refuse', 'accept']) })
type Deed = z.infer<typeof deedSchema>

/** The page for trying refunds and failing renewals. It exists for this computer only, and obeys only itself. */
export function mountDesk(app: Hono, deps: SandboxDeps, soon: () => void): void {
  app.get('/', async (c, next) => {
    if (!isThisComputer(c)) return next()
    c.header('content-security-policy', policy([], []))
    // Under `no-referrer` a browser sends its forms with the origin `null`, which is nobody's.
    c.header('referrer-policy', 'same-origin')
    return c.html(deskPage(await readDesk(deps)))
  })

  app.post('/', formLimit(MAX_FORM_BYTES), async (c, next) => {
    const origin = c.req.header('origin') ?? ''
    if (!isThisComputer(c) || !URL.canParse(origin) || new URL(origin).host !== c.req.header('host')) return next()
    const form = deedSchema.safeParse(await readForm(c))
    if (form.success) await doAtDesk(deps, form.data)
    soon()
    return c.redirect('/', 303)
  })
}

async function doAtDesk({ db, nowMs }: SandboxDeps, { id, deed }: Deed): Promise<void> {
  if (deed === 'refund') await refund(db, id, undefined, nowMs())
  else if (deed === 'tell') {
    const [charge] = await db.select().from(sandboxCharge).where(eq(sandboxCharge.id, id))
    if (charge === undefined) return
    await db.update(sandboxNews).set({ dueAtMs: nowMs(), tries: 0 }).where(eq(sandboxNews.sessionId, charge.sessionId))
  } else {
    const isCardRefused = deed === 'refuse'
    await db.update(sandboxSubscription).set({ isCardRefused }).where(eq(sandboxSubscription.id, id))
  }
}

async function readDesk({ db }: SandboxDeps) {
  const ofSession = eq(sandboxSession.id, sandboxSubscription.sessionId)
  const subscriptions = db.select({ subscription: sandboxSubscription, session: sandboxSession }).from(sandboxSubscription)
  const unheard = sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(sandboxNews)
    .where(and(eq(sandboxNews.sessionId, sandboxSession.id), isNull(sandboxNews.heardAtMs)))})`
  const charges = db.select({ charge: sandboxCharge, session: sandboxSession, unheard }).from(sandboxCharge)
  return {
    subscriptions: await subscriptions
      .innerJoin(sandboxSession, ofSession)
      .orderBy(desc(sandboxSubscription.createdAtMs))
      .limit(MOST_SHOWN),
    charges: await charges
      .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxCharge.sessionId))
      .orderBy(desc(sandboxCharge.createdAtMs))
      .limit(MOST_SHOWN),
  }
}
