import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seller } from '#server/billing/invoices/seller.ts'
import { invoice } from '#server/database/payment-schema.ts'
import { renderInvoicePdf } from '#server/billing/invoices/invoice-pdf.ts'
import { LIMITS, countTry } from '#server/verbs/rate-limit.ts'
import { ALL_INVOICES_ADDRESS, invoiceAddress, saveBillingDetails } from '#shared/api/invoices.ts'
import { documentNumber } from '#shared/domain/invoice-rules.ts'
import { readZip } from '../../fixtures/server/read-zip.ts'
import { createTestClient, createVisitor } from '../client.ts'
import { type MoneyHarness, openHarness } from './money-harness.ts'
import { type QuickAccount, quickAccount } from './quick-account.ts'

const MARGIN = 56
const SELLER: Seller = {
  prefix: 'KIN',
  name: 'Kinora GmbH',
  address: 'Lange Str. 1\n10115 Berlin',
  taxNumber: 'DE123456789',
  taxRate: 1900,
}

let harness: MoneyHarness
beforeAll(async () => {
  harness = await openHarness({ seller: SELLER })
})
afterAll(() => harness.close())

const documentsOf = ({ id }: QuickAccount) =>
  harness.server.database.db.select().from(invoice).where(eq(invoice.ownerId, id)).orderBy(invoice.kind)
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

async function buy(person: QuickAccount, skuId = 'premium_weekly'): Promise<string> {
  const orderId = await harness.order(person.client, skuId)
  harness.fakeProvider.pay(orderId)
  await harness.deliverEvent(orderId)
  return orderId
}

/** The text of an invoice as a PDF reader extracts it, its number of pages, and its bytes. */
async function fetchDocument({ client }: QuickAccount, id: string): Promise<{ text: string; pages: number; bytes: Buffer }> {
  const response = await client.request(invoiceAddress(id))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = Buffer.from(await response.arrayBuffer())
  const { text, totalPages } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })
  return { text: withoutSpaces(text), pages: totalPages, bytes }
}

/** The distance of the lowest text from the sheet's lower edge, in points. */
async function findLowestText(bytes: Buffer): Promise<number> {
  const page = await (await getDocumentProxy(Uint8Array.from(bytes))).getPage(1)
  const { items } = await page.getTextContent()
  return Math.min(...items.flatMap((item) => ('transform' in item && item.str.trim() !== '' ? [Number(item.transform[5])] : [])))
}

describe('the PDF of a document', () => {
  it('has the price, the discount of a promotion code, and the total with the tax in it, on one sheet', async () => {
    const ann = await quickAccount(harness)
    await buy(ann)
    const [ownInvoice] = await documentsOf(ann)
    const bytes = await renderInvoicePdf({ ...ownInvoice!, discountCents: 200, promotionCode: 'SPRING-26' }, null)
    const { text, totalPages } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    const lines = ['Premium weekly$11.99', 'Promotion code SPRING-26−$2.00', 'Net amount$8.39', 'Tax (19%)$1.60', 'Total paid (USD)$9.99']
    const offsets = lines.map((line) => withoutSpaces(text).indexOf(withoutSpaces(line)))
    expect([offsets.toSorted((a, b) => a - b), offsets.includes(-1), totalPages]).toEqual([offsets, false, 1])
  })

  it('has on one sheet all fields of an invoice, in its fonts', async () => {
    const ann = await quickAccount(harness)
    await ann.client.get(saveBillingDetails, { name: 'Onymous Ltd', address: '1 High Street\nLondon', taxNumber: 'GB 123' })
    await buy(ann)
    const [ownInvoice] = await documentsOf(ann)
    const { text, pages, bytes } = await fetchDocument(ann, ownInvoice?.id ?? '')
    const parties = [SELLER.name, 'Lange Str. 1', '10115 Berlin', 'DE123456789', 'Onymous Ltd', '1 High Street', 'London', 'GB 123']
    const facts = [documentNumber(ownInvoice!), 'November 1, 2026', 'Premium weekly', 'November 1, 2026 to November 8, 2026']
    const amounts = ['$9.99', 'Net amount$8.39', 'Tax (19%)$1.60', 'Total paid (USD)$9.99']
    for (const part of [...parties, ...facts, ...amounts]) expect(text).toContain(withoutSpaces(part))
    expect(text).not.toContain("Thisdocumentdoesn'tlistanytax.")
    expect(pages).toBe(1)
    const pdfSource = bytes.toString('latin1')
    expect(pdfSource).toMatch(/\/FontFile2? /)
    expect(pdfSource).not.toContain('Helvetica')
  })

  it('of a credit note names the invoice and the refund', async () => {
    const ann = await quickAccount(harness)
    const orderId = await buy(ann)
    const [firstCycle] = harness.fakeProvider.checkouts.get(orderId)?.plan?.cycles ?? []
    if (firstCycle !== undefined) firstCycle.refundedCents = 500
    await harness.deliverEvent(orderId)
    const [creditNote, ownInvoice] = await documentsOf(ann)
    const { text } = await fetchDocument(ann, creditNote?.id ?? '')
    for (const part of ['Credit note', documentNumber(creditNote!), `For invoice${documentNumber(ownInvoice!)}`, '$5.00', '$0.80', '$4.20'])
      expect(text).toContain(withoutSpaces(part))
  })

  it('accepts names in any script; a character its font lacks is shown as a mark, and a note says so', async () => {
    const ann = await quickAccount(harness)
    const name = 'Łukasz Ωμέγα Жук Nguyễn देवी 漢字 שלום 😀 \u202E\uD800'
    await ann.client.get(saveBillingDetails, { name, address: `${'W\n'.repeat(7)}${'W'.repeat(286)}`, taxNumber: 'م' })
    await buy(ann)
    const [ownInvoice] = await documentsOf(ann)
    const { text, pages, bytes } = await fetchDocument(ann, ownInvoice?.id ?? '')
    for (const part of ['Łukasz', 'Ωμέγα', 'Жук', 'Nguyễn']) expect(text).toContain(part)
    expect(text).toContain('\uFFFD\uFFFD')
    expect(text).toContain("Thefontofthisfiledoesn'tinclude")
    expect(await findLowestText(bytes)).toBeGreaterThan(MARGIN)
    expect(pages).toBe(1)
  })

  it('is private: another account’s returns the same as an unknown one', async () => {
    const [ann, bob] = [await quickAccount(harness), await quickAccount(harness)]
    await buy(ann)
    const [ownInvoice] = await documentsOf(ann)
    const fetchAnswer = async (client: QuickAccount['client'], path: string) => {
      const response = await client.request(path)
      const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
      return [response.status, body]
    }
    const unknownAnswer = await fetchAnswer(ann.client, invoiceAddress('nowhere'))
    expect(unknownAnswer[0]).toBe(404)
    expect(await fetchAnswer(bob.client, invoiceAddress(ownInvoice?.id ?? ''))).toEqual(unknownAnswer)
    for (const path of ['/api/pay/invoices/', '/api/pay/invoices/x.zip', invoiceAddress('a%00b'), invoiceAddress('%2e%2e')])
      expect((await fetchAnswer(ann.client, path))[0], path).toBe(404)
    const clientsWithoutAccount = [
      await createVisitor(harness.server, { nowMs: harness.nowMs }),
      createTestClient(harness.server, { nowMs: harness.nowMs }),
    ]
    for (const client of clientsWithoutAccount) expect((await client.request(invoiceAddress(ownInvoice?.id ?? ''))).status).toBe(401)
    const { headers } = await ann.client.request(invoiceAddress(ownInvoice?.id ?? ''))
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${documentNumber(ownInvoice!)}.pdf"`)
  })

  it('is the same each time, and limited per hour', async () => {
    const ann = await quickAccount(harness)
    await buy(ann)
    const [ownInvoice] = await documentsOf(ann)
    const fetchText = async () => (await fetchDocument(ann, ownInvoice?.id ?? '')).text
    expect(await fetchText()).toBe(await fetchText())
    const countRequest = () => countTry(harness.server.database.db, harness.nowMs(), LIMITS.invoiceByAccount, [ann.id])
    for (let tryNumber = 3; tryNumber < LIMITS.invoiceByAccount.max; tryNumber += 1) await countRequest()
    await fetchText()
    expect((await ann.client.request(invoiceAddress(ownInvoice?.id ?? ''))).status).toBe(429)
  })

  it('of an account are in one file, without those of others', async () => {
    const [ann, bob] = [await quickAccount(harness), await quickAccount(harness)]
    await buy(ann)
    await buy(ann, 'points_300')
    await buy(bob)
    const response = await ann.client.request(ALL_INVOICES_ADDRESS)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="kinora-invoices-\d{4}-\d{2}-\d{2}\.zip"$/)
    const files = readZip(Buffer.from(await response.arrayBuffer()))
    const ownDocuments = await documentsOf(ann)
    expect([...files.keys()].toSorted()).toEqual(ownDocuments.map((row) => `${documentNumber(row)}.pdf`).toSorted())
    expect([...files.values()].every((bytes) => bytes.subarray(0, 5).toString() === '%PDF-')).toBe(true)

    const accountWithoutInvoices = await quickAccount(harness)
    expect((await accountWithoutInvoices.client.request(ALL_INVOICES_ADDRESS)).status).toBe(404)
    expect((await createTestClient(harness.server, { nowMs: harness.nowMs }).request(ALL_INVOICES_ADDRESS)).status).toBe(401)
    const countRequest = () => countTry(harness.server.database.db, harness.nowMs(), LIMITS.allInvoicesByAccount, [ann.id])
    for (let tryNumber = 1; tryNumber < LIMITS.allInvoicesByAccount.max; tryNumber += 1) await countRequest()
    expect((await ann.client.request(ALL_INVOICES_ADDRESS)).status).toBe(429)
  })
})
