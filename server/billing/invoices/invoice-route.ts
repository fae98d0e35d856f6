import type { Hono, Context as Request } from 'hono'
import { makeZip } from 'client-zip'
import type { Context } from '#server/verbs/verb.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'
import { ALL_INVOICES_ADDRESS, INVOICE_FILE, INVOICE_PATH } from '#shared/api/invoices.ts'
import { readAllInvoices, readInvoiceFile } from './read-invoice-file.ts'

/** Invoices and credit notes as PDFs. Requests are unsigned because the page links to them; the session cookie identifies the owner. */
export function mountInvoices(app: Hono<Env>, contextOf: (c: Request<Env>) => Context): void {
  app.get(ALL_INVOICES_ADDRESS, async (c) => {
    const made = await readAllInvoices({ ctx: contextOf(c) })
    if (!made.ok) return replyFailure(c, made.error)
    return c.body(makeZip(made.value.files), 200, headersOf('application/zip', made.value.filename))
  })

  app.get(`${INVOICE_PATH}:file`, async (c) => {
    const file = c.req.param('file')
    if (!file.endsWith(INVOICE_FILE)) return replyFailure(c, { code: 'H4001' })
    const made = await readInvoiceFile({ ctx: contextOf(c), input: { id: file.slice(0, -INVOICE_FILE.length) } })
    if (!made.ok) return replyFailure(c, made.error)
    return c.body(made.value.bytes, 200, headersOf('application/pdf', made.value.filename))
  })
}

function headersOf(type: string, filename: string) {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-store',
  }
}
