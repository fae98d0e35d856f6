import type { Hono, Context as Request } from 'hono'
import type { Context } from '#server/context.ts'
import { type Env, replyFailure } from '#server/platform/http/reply.ts'
import { INVOICE_FILE, INVOICE_PATH } from '#shared/api/invoices.ts'
import { readInvoiceFile } from './read-invoice-file.ts'

/** An invoice or a credit note as a PDF, unsigned because a link leads there: the session's cookie says whose it is. */
export function mountInvoices(app: Hono<Env>, contextOf: (c: Request<Env>) => Context): void {
  app.get(`${INVOICE_PATH}:file`, async (c) => {
    const file = c.req.param('file')
    if (!file.endsWith(INVOICE_FILE)) return replyFailure(c, { code: 'H4001' })
    const made = await readInvoiceFile({ ctx: contextOf(c), input: { id: file.slice(0, -INVOICE_FILE.length) } })
    if (!made.ok) return replyFailure(c, made.error)
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${made.value.filename}"`,
      'cache-control': 'private, no-store',
    }
    return c.body(made.value.bytes, 200, headers)
  })
}
