import type { Context, Hono } from 'hono'
import { and, eq, isNull } from 'drizzle-orm'
import { html } from 'hono/html'
import { z } from 'zod'
import { sandboxSavedCard } from '#server/platform/database/sandbox-schema.ts'
import { formLimit, readForm } from '#server/platform/http/read-form.ts'
import { makeId } from '#server/platform/context/make-id.ts'
import { isShopUrl } from './card-page.ts'
import { policy } from './checkout-routes.ts'
import type { SandboxDeps } from './sandbox-deps.ts'
import { sandboxPage } from './sandbox-page.ts'

const MAX_FORM_BYTES = 4 * 1024
const PATH = '/saved-card/:id'
/** How long the address of the page is good, in ms. */
const PAGE_KEPT_MS = 24 * 60 * 60 * 1000

const KINDS = ['works', 'declined', 'confirm'] as const
export type CardKind = (typeof KINDS)[number]
const LABELS: Record<CardKind, string> = { works: 'Sandbox card 4242', declined: 'Sandbox card 0002', confirm: 'Sandbox card 3155' }

const formSchema = z.object({ card: z.enum(KINDS) })

type CardRow = typeof sandboxSavedCard.$inferSelect

/** Asks for a card; the same key is the same card. Undefined for an address that is not the merchant's. */
export async function openSavedCard(
  deps: SandboxDeps,
  { merchantKey, returnUrl }: Pick<CardRow, 'merchantKey' | 'returnUrl'>,
): Promise<CardRow | undefined> {
  if (!isShopUrl(deps, returnUrl)) return undefined
  const row = { id: makeId(), merchantKey, returnUrl, createdAtMs: deps.nowMs() }
  await deps.db.insert(sandboxSavedCard).values(row).onConflictDoNothing({ target: sandboxSavedCard.merchantKey })
  const [stored] = await deps.db.select().from(sandboxSavedCard).where(eq(sandboxSavedCard.merchantKey, merchantKey))
  return stored
}

export async function findSavedCard({ db }: Pick<SandboxDeps, 'db'>, id: string): Promise<CardRow | undefined> {
  return (await db.select().from(sandboxSavedCard).where(eq(sandboxSavedCard.id, id)))[0]
}

export function savedCardObject({ id, kind }: CardRow, origin: string) {
  return { card_id: id, card_url: `${origin}/saved-card/${id}`, card_label: kind === null ? '' : LABELS[kind], is_saved: kind !== null }
}

/** The page on which a buyer gives a card for charges without them: one that works, is declined, or whose bank asks each time. */
export function mountSavedCardPage(app: Hono, deps: SandboxDeps): void {
  const find = async (c: Context) => {
    const card = await findSavedCard(deps, c.req.param('id') ?? '')
    if (card === undefined || card.kind !== null || card.createdAtMs <= deps.nowMs() - PAGE_KEPT_MS) return undefined
    c.header('content-security-policy', policy([new URL(card.returnUrl).origin], []))
    return card
  }

  app.get(PATH, async (c) => {
    const card = await find(c)
    return card === undefined ? c.html(oldPage(), 404) : c.html(cardPage(card.returnUrl))
  })

  app.post(PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const card = await find(c)
    if (card === undefined) return c.html(oldPage(), 404)
    const form = formSchema.safeParse(await readForm(c))
    if (!form.success) return c.html(cardPage(card.returnUrl))
    const isOpen = and(eq(sandboxSavedCard.id, card.id), isNull(sandboxSavedCard.kind))
    await deps.db.update(sandboxSavedCard).set({ kind: form.data.card }).where(isOpen)
    return c.redirect(card.returnUrl, 303)
  })
}

function cardPage(back: string) {
  return sandboxPage(
    'Save a card',
    html`<div class="card">
      <h1>Automatic top-up</h1>
      <p class="title">Which card pays for it?</p>
      <p class="later">Nothing is charged here. The shop charges this card as you have agreed with it.</p>
      <form method="post">
        <button class="main" name="card" value="works">Save a card that works</button>
        <fieldset>
          <legend>Or try what can go wrong</legend>
          <button name="card" value="declined">Save a card that is declined later</button>
          <button name="card" value="confirm">Save a card whose bank asks each time</button>
        </fieldset>
      </form>
      <a class="button back" href="${back}">Go back without a card</a>
    </div>`,
  )
}

function oldPage() {
  return sandboxPage(
    'No such page',
    html`<div class="card">
      <h1>This address is no longer good.</h1>
      <p class="later">Nothing was saved or charged. Begin again in the shop.</p>
    </div>`,
  )
}
