import { eq, inTransaction, billingDetails } from '#server/database/database.ts'
import { type CallRequest, type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { Services } from '#server/verbs/services.ts'
import { lockOwner, requireAccount } from '#server/verbs/require-owner.ts'
import type { BillingDetails, saveBillingDetails as saveCall } from '#shared/api/invoices.ts'
import { countryOfBilling } from '#shared/domain/choose-currency.ts'

const NO_DETAILS: BillingDetails = { name: '', address: '', taxNumber: '' }

/** The caller's billing details; empty values if none are saved. */
export async function readBillingDetails({ ctx }: { ctx: Context }): Promise<Answer<BillingDetails>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { name, address, taxNumber } = billingDetails
  const [savedDetails] = await ctx.db
    .select({ name, address, taxNumber })
    .from(billingDetails)
    .where(eq(billingDetails.ownerId, session.value.accountId))
  return ok(savedDetails ?? NO_DETAILS)
}

/** The country in an account's billing details; undefined if they name none. */
export async function billingCountryOf(db: Services['db'], ownerId: string): Promise<string | undefined> {
  const { address, taxNumber } = billingDetails
  const [details] = await db.select({ address, taxNumber }).from(billingDetails).where(eq(billingDetails.ownerId, ownerId))
  return details && countryOfBilling(details)
}

/** Saves the caller's billing details. They apply to invoices issued from now on; existing invoices do not change. */
export async function saveBillingDetails({ ctx, input }: CallRequest<typeof saveCall>): Promise<Answer<BillingDetails>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  return inTransaction(ctx.db, async (tx) => {
    // An account that is being erased gets no new personal data.
    if (!(await lockOwner(tx, accountId))) return refuse('H3009')
    await tx
      .insert(billingDetails)
      .values({ ...input, ownerId: accountId })
      .onConflictDoUpdate({ target: billingDetails.ownerId, set: input })
    return ok(input)
  })
}
