import type { Transaction } from '#server/database/database.ts'
import type { OrderDeps } from './order-deps.ts'
import type { OrderRow } from './order-row.ts'
import type { PayerNews } from './payer-news.ts'
import { eq } from 'drizzle-orm'
import { account } from '#server/database/account-schema.ts'
import { payerMail } from './payer-mail.ts'

/** Writes to who pays, in the transaction of what it is about: told once, and never of what did not happen. */
export async function tellPayer(
  tx: Transaction,
  { mailer, config }: Pick<OrderDeps, 'mailer' | 'config'>,
  { ownerId, skuId }: Pick<OrderRow, 'ownerId' | 'skuId'>,
  news: readonly PayerNews[],
): Promise<void> {
  if (news.length === 0) return
  const [payer] = await tx.select({ email: account.email }).from(account).where(eq(account.id, ownerId))
  // Erased: nobody is there to read it.
  if (payer === undefined || !payer.email.includes('@')) return
  for (const piece of news) await mailer.send(tx, { to: payer.email, ...payerMail(piece, skuId, config.origins[0] ?? '') })
}
