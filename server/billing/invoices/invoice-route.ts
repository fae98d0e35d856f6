import type { Hono, Context as Request } from 'hono'
import { makeZip } from 'client-zip'
import type { Context } from '#server/verbs/verb.ts'
import { type Env, replyFailure } from '#server/http/reply.ts'
import { ALL_INVOICES_ADDRESS, INVOICE_FILE, INVOICE_PATH } from '#shared/api/invoices.ts'
import { readAllInvoices, readInvoiceFile } from './read-invoice-file.ts'

/** Invoices and credit notes as PDFs. Requests are unsigned because the page links to them; the session cookie identifies the owner. */
export function mountInvoices(app: Hono<Env>, contextOf: (c: Request<Env>) => Context): void {
  // One route for a single document and for all documents: Hono's fastest router cannot have a fixed name beside a parameter.
  app.get(`${INVOICE_PATH}:file`, (c) => {
    const file = c.req.param('file')
    if (INVOICE_PATH + file === ALL_INVOICES_ADDRESS) return sendAll(c, contextOf(c))
    if (file.endsWith(INVOICE_FILE)) return sendOne(c, contextOf(c), file.slice(0, -INVOICE_FILE.length))
    return replyFailure(c, { code: 'H4001' })
  })
}

async function sendAll(c: Request<Env>, ctx: Context): Promise<Response> {
  const result = await readAllInvoices({ ctx })
  if (!result.ok) return replyFailure(c, result.error)
  return c.body(makeZip(result.value.files), 200, headersOf('application/zip', result.value.filename))
}

async function sendOne(c: Request<Env>, ctx: Context, id: string): Promise<Response> {
  const result = await readInvoiceFile({ ctx, input: { id } })
  if (!result.ok) return replyFailure(c, result.error)
  return c.body(result.value.bytes, 200, headersOf('application/pdf', result.value.filename))
}

function headersOf(type: string, filename: string) {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-store',
  }
}
