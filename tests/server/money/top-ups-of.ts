// agreeToTopUp(shop, person, terms, card?): saves a card and agrees to a top-up. spendPoints(shop, person, points): spends points on a finished video.
import type { CallInput } from '#shared/api/define-call.ts'
import { agreeTopUp, getTopUp } from '#shared/api/top-up.ts'
import { addTask } from './books.ts'
import type { QuickAccount } from './quick-account.ts'
import { type SandboxShop, key } from './sandbox-shop.ts'

type Shop = Pick<SandboxShop, 'world' | 'db'>
export type Card = 'works' | 'declined' | 'confirm'

export async function saveCard({ world }: Shop, url: string, card: Card): Promise<Response> {
  return world.sandbox.app.request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ card }) })
}

export async function agreeToTopUp(shop: Shop, { client }: QuickAccount, terms: CallInput<typeof agreeTopUp>, card: Card = 'works') {
  const { url } = await client.get(agreeTopUp, terms, key())
  if (url !== null) await saveCard(shop, url, card)
  return client.get(getTopUp, {})
}

export const spendPoints = ({ db }: Shop, { id }: QuickAccount, points: number) => addTask(db, id, 'SUCCESS', points)
