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
import { expiredLinkPage, sandboxPage } from './sandbox-page.ts'

const UNCHANGED = "Nothing was changed, and you weren't charged."

const MAX_FORM_BYTES = 4 * 1024
const PAGE_PATH = '/card/:id'
/** How long the address of a card page is valid, in ms. */
const LINK_LIFETIME_MS = 60 * 60 * 1000

const CARD_KINDS = ['works', 'refused'] as const
const formSchema = z.object({ card: z.enum(CARD_KINDS) })

export function isShopUrl({ appOrigins }: Pick<SandboxDeps, 'appOrigins'>, url: string): boolean {
  return URL.canParse(url) && appOrigins.includes(new URL(url).origin)
}

/** The signed address of the page on which one buyer replaces a card. */
export function cardPageUrl(deps: SandboxDeps, id: string, returnUrl: string): string {
  const validUntil = String(deps.nowMs() + LINK_LIFETIME_MS)
  return `${deps.origin}/card/${id}?${new URLSearchParams({ back: returnUrl, until: validUntil, sign: signLink(deps, id, returnUrl, validUntil) }).toString()}`
}

function signLink({ secret }: SandboxDeps, id: string, returnUrl: string, validUntil: string): string {
  return createHmac('sha256', secret).update(`card\n${id}\n${validUntil}\n${returnUrl}`).digest('hex')
}

/** The page where a buyer replaces the card of a plan: with a card that works, or one that is declined. */
export function mountCardPage(app: Hono, deps: SandboxDeps): void {
  app.get(PAGE_PATH, async (c) => {
    const page = await openPage(c, deps)
    return page === undefined ? c.html(expiredLinkPage(UNCHANGED), 404) : c.html(cardPage(page))
  })

  app.post(PAGE_PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const page = await openPage(c, deps)
    if (page === undefined) return c.html(expiredLinkPage(UNCHANGED), 404)
    const form = formSchema.safeParse(await readForm(c))
    if (!form.success) return c.html(cardPage(page))
    const isCardRefused = form.data.card === 'refused'
    await deps.db.update(sandboxSubscription).set({ isCardRefused }).where(eq(sandboxSubscription.id, page.id))
    return c.redirect(page.returnUrl, 303)
  })
}

interface OpenPage {
  readonly id: string
  readonly name: string
  readonly returnUrl: string
}

async function openPage(c: Context, deps: SandboxDeps): Promise<OpenPage | undefined> {
  const { back: returnUrl = '', until: validUntil = '', sign = '' } = c.req.query()
  const id = c.req.param('id') ?? ''
  if (!isSameText(sign, signLink(deps, id, returnUrl, validUntil)) || Number(validUntil) < deps.nowMs()) return undefined
  const plans = deps.db.select({ name: sandboxSession.name }).from(sandboxSubscription)
  const [plan] = await plans
    .innerJoin(sandboxSession, eq(sandboxSession.id, sandboxSubscription.sessionId))
    .where(eq(sandboxSubscription.id, id))
  if (plan === undefined) return undefined
  c.header('content-security-policy', policy([new URL(returnUrl).origin], []))
  return { id, name: plan.name, returnUrl }
}

function cardPage({ name, returnUrl }: OpenPage) {
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
      <a class="button back" href="${returnUrl}">Go back without changes</a>
    </div>`,
  )
}
