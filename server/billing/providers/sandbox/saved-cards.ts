import type { Context, Hono } from 'hono'
import { and, eq, isNull } from '#server/database/database.ts'
import { html } from 'hono/html'
import { z } from 'zod'
import { sandboxSavedCard, sandboxSession } from '#server/database/sandbox-schema.ts'
import { formLimit, readForm } from '#server/http/read-form.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { isShopUrl } from './card-page.ts'
import { chargeSession, findFirstCharge } from './checkout-actions.ts'
import { replyData, openSession, readJson, replyRefused, replyUnknown } from './open-session.ts'
import { policy } from './checkout-routes.ts'
import type { CardKind, SandboxDeps, SavedCardRow } from './sandbox-deps.ts'
import { expiredLinkPage, sandboxPage } from './sandbox-page.ts'
import { sessionObject } from './wire-objects.ts'

const NOT_SAVED = "No card was saved, and you weren't charged."

const MAX_FORM_BYTES = 4 * 1024
const PATH = '/saved-card/:id'
/** How long the address of the page for saving a card is valid, in ms. */
const PAGE_LIFETIME_MS = 24 * 60 * 60 * 1000

const CARD_KINDS = ['works', 'declined', 'confirm'] as const
const CARD_LABELS: Record<CardKind, string> = { works: 'Sandbox card 4242', declined: 'Sandbox card 0002', confirm: 'Sandbox card 3155' }

const formSchema = z.object({ card: z.enum(CARD_KINDS) })

/**
 * Creates the row of a card that the buyer will save; the same merchant key returns the same row. Undefined for a return address that is
 * not the merchant's.
 */
async function openSavedCard(
  deps: SandboxDeps,
  { merchantKey, returnUrl }: Pick<SavedCardRow, 'merchantKey' | 'returnUrl'>,
): Promise<SavedCardRow | undefined> {
  if (!isShopUrl(deps, returnUrl)) return undefined
  const row = { id: makeId(), merchantKey, returnUrl, createdAtMs: deps.nowMs() }
  await deps.db.insert(sandboxSavedCard).values(row).onConflictDoNothing({ target: sandboxSavedCard.merchantKey })
  const [storedCard] = await deps.db.select().from(sandboxSavedCard).where(eq(sandboxSavedCard.merchantKey, merchantKey))
  return storedCard
}

async function findSavedCard({ db }: Pick<SandboxDeps, 'db'>, id: string): Promise<SavedCardRow | undefined> {
  return (await db.select().from(sandboxSavedCard).where(eq(sandboxSavedCard.id, id)))[0]
}

function savedCardObject({ id, kind }: SavedCardRow, origin: string) {
  return {
    card_id: id,
    card_url: `${origin}/saved-card/${id}`,
    card_label: kind === null ? '' : CARD_LABELS[kind],
    is_saved: kind !== null,
  }
}

/**
 * The page on which a buyer saves a card for later charges: a card that works, is declined, or needs the buyer's confirmation of each
 * charge.
 */
export function mountSavedCardPage(app: Hono, deps: SandboxDeps): void {
  const findOpenCard = async (c: Context) => {
    const card = await findSavedCard(deps, c.req.param('id') ?? '')
    if (card === undefined || card.kind !== null || card.createdAtMs <= deps.nowMs() - PAGE_LIFETIME_MS) return undefined
    c.header('content-security-policy', policy([new URL(card.returnUrl).origin], []))
    return card
  }

  app.get(PATH, async (c) => {
    const card = await findOpenCard(c)
    return card === undefined ? c.html(expiredLinkPage(NOT_SAVED), 404) : c.html(cardPage(card.returnUrl))
  })

  app.post(PATH, formLimit(MAX_FORM_BYTES), async (c) => {
    const card = await findOpenCard(c)
    if (card === undefined) return c.html(expiredLinkPage(NOT_SAVED), 404)
    const form = formSchema.safeParse(await readForm(c))
    if (!form.success) return c.html(cardPage(card.returnUrl))
    const isOpen = and(eq(sandboxSavedCard.id, card.id), isNull(sandboxSavedCard.kind))
    await deps.db.update(sandboxSavedCard).set({ kind: form.data.card }).where(isOpen)
    return c.redirect(card.returnUrl, 303)
  })
}

function cardPage(returnUrl: string) {
  return sandboxPage(
    'Save a card',
    html`<div class="card">
      <h1>Automatic top-up</h1>
      <p class="title">Choose a card for top-ups</p>
      <p class="later">You won't be charged now. The shop will charge this card under the terms you agreed to.</p>
      <form method="post">
        <button class="main" name="card" value="works">Save a card that works</button>
        <fieldset>
          <legend>Or test a problem</legend>
          <button name="card" value="declined">Save a card that is declined later</button>
          <button name="card" value="confirm">Save a card that needs confirmation</button>
        </fieldset>
      </form>
      <a class="button back" href="${returnUrl}">Go back without saving a card</a>
    </div>`,
  )
}

const savedCardSchema = z.object({ merchant_card_id: z.string().min(1).max(64), return_url: z.string().min(1).max(512) })
const chargeSchema = z.object({ order_id: z.string().min(1).max(64), may_charge: z.boolean() })

/** The calls that charge saved cards. Only the sandbox has them. An order is charged once. */
export function mountSavedCardApi(app: Hono, deps: SandboxDeps, deliverSoon: () => void): void {
  const { db, nowMs, origin } = deps

  app.post('/api/v1/saved_card', async (c) => {
    const { data } = savedCardSchema.safeParse(await readJson(c))
    const card = data && (await openSavedCard(deps, { merchantKey: data.merchant_card_id, returnUrl: data.return_url }))
    return card === undefined
      ? replyRefused(c, "A card needs merchant_card_id, and a return_url on the merchant's origin.")
      : replyData(c, savedCardObject(card, origin))
  })

  app.get('/api/v1/saved_card/:id', async (c) => {
    const card = await findSavedCard(deps, c.req.param('id'))
    return card === undefined ? replyUnknown(c) : replyData(c, savedCardObject(card, origin))
  })

  app.post('/api/v1/saved_card/:id/charge', async (c) => {
    const raw = await readJson(c)
    const { data } = chargeSchema.safeParse(raw)
    const card = await findSavedCard(deps, c.req.param('id'))
    if (data === undefined) return replyRefused(c, 'A charge needs an order.')
    if (card === undefined || card.kind === null) return replyUnknown(c)
    if (!data.may_charge) {
      const [session] = await db.select().from(sandboxSession).where(eq(sandboxSession.orderId, data.order_id))
      if (session === undefined) return replyUnknown(c)
    }
    const openedSession = await openSession(deps, raw)
    if (!openedSession.ok) return replyRefused(c, openedSession.error)
    const charge_status = await chargeSession(db, openedSession.value.id, card.kind, nowMs())
    deliverSoon()
    const { session_id, session_url } = sessionObject(
      openedSession.value,
      await findFirstCharge(db, openedSession.value.id),
      nowMs(),
      origin,
    )
    return replyData(c, { session_id, session_url, charge_status })
  })
}
