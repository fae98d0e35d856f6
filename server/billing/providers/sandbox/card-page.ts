import type { Context, Hono } from 'hono'
import { createHmac } from 'node:crypto'
import { eq } from '#server/database/database.ts'
import { html } from 'hono/html'
import { z } from 'zod'
import { sandboxSession, sandboxSubscription } from '#server/database/sandbox-schema.ts'
import { formLimit, readForm } from '#server/http/read-form.ts'
import { isSameText } from '../subotiz/wire.ts'
import { policy } from './checkout-routes.ts'
import type { SandboxDeps } from './sandbox-deps.ts'
import { sandboxPage } from './sandbox-page.ts'

const MAX_FORM_BYTES = 4 * 1024
const PATH = '/card/:id'
/** How long the address of a card page is valid, in ms. */
const LINK_LIFETIME_MS = 60 * 60 * 1000

const CARDS = ['works', 'refused'] as const
const formSchema = z.object({ card: z.enum(CARDS) })

export function isShopUrl({ appOrigins }: Pick<SandboxDeps, 'appOrigins'>, url: string): boolean {
  return URL.canParse(url) && appOrigins.includes(new URL(url).origin)
}

/** The signed address of the page on which one buyer replaces a card. */
export function cardPageUrl(deps: SandboxDeps, id: string, back: string): string {
  const until = String(deps.nowMs() + LINK_LIFETIME_MS)
  return `${deps.origin}/card/${id}?${new URLSearchParams({ back, until, sign: signOf(deps, id, back, until) }).toString()}`
}

function signOf({ secret }: SandboxDeps, id: string, back: string, until: string): string {
  return createHmac('sha256', secret).update(`card\n${id}\n${until}\n${back}`).digest('hex')
}

/** The page where a buyer replaces the card of a plan: with a card that works, or one that is declined. */
export function mountCardPage(app: Hono, deps: SandboxDeps): void {
  app.get(PATH, async (c) => {
    const opened = await openPage(c, deps)
    return opened === undefined ? c.html(oldLinkPage(), 404) : c.html(cardPage(opened))
  })

  app.post(PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const opened = await openPage(c, deps)
    if (opened === undefined) return c.html(oldLinkPage(), 404)
    const form = formSchema.safeParse(await readForm(c))
    if (!form.success) return c.html(cardPage(opened))
    const isCardRefused = form.data.card === 'refused'
    await deps.db.update(sandboxSubscription).set({ isCardRefused }).where(eq(sandboxSubscription.id, opened.id))
    return c.redirect(opened.back, 303)
  })
}

interface OpenPage {
  readonly id: string
  readonly name: string
  readonly back: string
}

async function openPage(c: Context, deps: SandboxDeps): Promise<OpenPage | undefined> {
  const { back = '', until = '', sign = '' } = c.req.query()
  const id = c.req.param('id') ?? ''
  if (!isSameText(sign, signOf(deps, id, back, until)) || Number(until) < deps.nowMs()) return undefined
  const plans = deps.db.select({ name: sandboxSession.name }).from(sandboxSubscription)
  const [plan] = await plans
    .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxSubscription.sessionId))
    .where(eq(sandboxSubscription.id, id))
  if (plan === undefined) return undefined
  c.header('content-security-policy', policy([new URL(back).origin], []))
  return { id, name: plan.name, back }
}

function cardPage({ name, back }: OpenPage) {
  return sandboxPage(
    `Your card: ${name}`,
    html`<div class="card">
      <h1>${name}</h1>
      <p class="title">Choose a card for future payments</p>
      <p class="later">You won't be charged now. If a payment failed, it will be retried with this card.</p>
      <form method="post">
        <button class="main" name="card" value="works">Use a card that works</button>
        <fieldset>
          <legend>Or test a problem</legend>
          <button name="card" value="refused">Use a card that is declined</button>
        </fieldset>
      </form>
      <a class="button back" href="${back}">Go back without changes</a>
    </div>`,
  )
}

function oldLinkPage() {
  return sandboxPage(
    'Page not found',
    html`<div class="card">
      <h1>This link no longer works</h1>
      <p class="later">Nothing was changed, and you weren't charged. Start again in the shop.</p>
    </div>`,
  )
}
