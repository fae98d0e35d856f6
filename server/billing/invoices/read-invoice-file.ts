import { type InvoiceRow, and, asc, eq, invoice } from '#server/database/database.ts'
import { z } from 'zod'
import { type Context, type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { requireAccount } from '#server/verbs/require-owner.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'

const inputSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) })

interface InvoiceFile {
  readonly filename: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A document of the caller as a PDF. H4001 if it does not exist or belongs to another account. */
export async function readInvoiceFile({ ctx, input }: { ctx: Context; input: unknown }): Promise<Answer<InvoiceFile>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) return refuse('H4001')
  const isOfCaller = (id: string) => and(eq(invoice.id, id), eq(invoice.ownerId, accountId))
  const [row] = await ctx.db.select().from(invoice).where(isOfCaller(parsed.data.id))
  if (row === undefined) return refuse('H4001')
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.invoiceByAccount, [accountId])
  if (!counted.ok) return counted
  const [correctedInvoice] = row.invoiceId === null ? [] : await ctx.db.select().from(invoice).where(isOfCaller(row.invoiceId))
  return toFile(ctx, row, correctedInvoice)
}

interface ZippedInvoice {
  readonly name: string
  readonly lastModified: Date
  readonly input: Uint8Array<ArrayBuffer>
}

interface AllInvoices {
  readonly filename: string
  /** Renders the documents one after another, while the caller reads the files. */
  readonly files: AsyncIterable<ZippedInvoice>
}

/** All documents of the caller as PDFs. H4001 if there are none. */
export async function readAllInvoices({ ctx }: { ctx: Context }): Promise<Answer<AllInvoices>> {
  const session = await requireAccount(ctx)
  if (!session.ok) return session
  const { accountId } = session.value
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.allInvoicesByAccount, [accountId])
  if (!counted.ok) return counted
  const rows = await ctx.db.select().from(invoice).where(eq(invoice.ownerId, accountId)).orderBy(asc(invoice.issuedAtMs), asc(invoice.id))
  if (rows.length === 0) return refuse('H4001')
  const day = new Date(ctx.nowMs()).toISOString().slice(0, 10)
  return ok({ filename: `kinora-invoices-${day}.zip`, files: filesOf(ctx, rows) })
}

/** Renders the documents. An error aborts the download, because an archive without one of its files would seem complete. */
async function* filesOf(ctx: Pick<Context, 'invoices'>, rows: readonly InvoiceRow[]): AsyncGenerator<ZippedInvoice> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const written = await toFile(ctx, row, byId.get(row.invoiceId ?? ''))
    if (!written.ok) throw new Error(`a document was not written: ${written.error.code}`)
    const { filename: name, bytes: input } = written.value
    yield { name, lastModified: new Date(row.issuedAtMs), input }
  }
}

async function toFile(
  { invoices }: Pick<Context, 'invoices'>,
  row: InvoiceRow,
  correctedInvoice: InvoiceRow | undefined,
): Promise<Answer<InvoiceFile>> {
  const written = await invoices.write({ row, correctedInvoice: correctedInvoice ?? null })
  return written.ok ? ok({ filename: `${documentNumber(row)}.pdf`, bytes: written.value }) : written
}
