import type { Hono, Context as Request } from 'hono'
import { makeZip } from 'client-zip'
import type { Context } from '#server/verbs/verb.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'
import { ALL_INVOICES_ADDRESS, INVOICE_FILE, INVOICE_PATH } from '#shared/api/invoices.ts'
import { readAllInvoices, readInvoiceFile } from './read-invoice-file.ts'

/** Invoices and credit notes as PDFs. Requests are unsigned because the page links to them; the session cookie identifies the owner. */
export function mountInvoices(app: Hono<Env>, contextOf: (c: Request<Env>) => Context): void {
  app.get(ALL_INVOICES_ADDRESS, async (c) => {
    const result = await readAllInvoices({ ctx: contextOf(c) })
    if (!result.ok) return replyFailure(c, result.error)
    return c.body(makeZip(result.value.files), 200, headersOf('application/zip', result.value.filename))
  })

  app.get(`${INVOICE_PATH}:file`, async (c) => {
    const file = c.req.param('file')
    if (!file.endsWith(INVOICE_FILE)) return replyFailure(c, { code: 'H4001' })
    const result = await readInvoiceFile({ ctx: contextOf(c), input: { id: file.slice(0, -INVOICE_FILE.length) } })
    if (!result.ok) return replyFailure(c, result.error)
    return c.body(result.value.bytes, 200, headersOf('application/pdf', result.value.filename))
  })
}

function headersOf(type: string, filename: string) {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-store',
  }
}
