import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#server/context.ts'
import { invoice } from '#server/platform/database/payment-schema.ts'
import { type ServiceFailure, refuse } from '#server/platform/context/failure.ts'
import { LIMITS, countTry } from '#server/platform/context/rate-limit.ts'
import { requireAccount } from '#server/platform/context/require-owner.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { type Result, ok } from '#shared/result.ts'

const inputSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })

interface InvoiceFile {
  readonly filename: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A document of the caller as a PDF. H4001 for one that is not there or is another account's. */
export async function readInvoiceFile({ ctx, input }: { ctx: Context; input: unknown }): Promise<Result<InvoiceFile, ServiceFailure>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) return refuse('H4001')
  const ofCaller = (id: string) => and(eq(invoice.id, id), eq(invoice.ownerId, accountId))
  const [found] = await ctx.db.select().from(invoice).where(ofCaller(parsed.data.id))
  if (found === undefined) return refuse('H4001')
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.invoiceByAccount, [accountId])
  if (!counted.ok) return counted
  const [corrects] = found.invoiceId === null ? [] : await ctx.db.select().from(invoice).where(ofCaller(found.invoiceId))
  // Loaded with the first one: nothing else needs a writer of PDFs.
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return ok({ filename: `${documentNumber(found)}.pdf`, bytes: await invoicePdf(found, corrects ?? null) })
}
