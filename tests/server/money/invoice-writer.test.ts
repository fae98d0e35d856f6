import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceRow } from '#server/database/payment-schema.ts'
import { type InvoiceWriter, MOST_WAITING_INVOICES, createInvoiceWriter } from '#server/billing/invoices/invoice-writer.ts'
import { buildForNode } from '../../fixtures/build-for-node.ts'

const ROW: InvoiceRow = {
  id: 'i',
  kind: 'invoice',
  prefix: 'KIN-',
  number: 12,
  paymentId: 'p',
  invoiceId: null,
  ownerId: 'o',
  issuedAtMs: Date.UTC(2027, 0, 4),
  paidAtMs: Date.UTC(2027, 0, 4),
  startsAtMs: null,
  endsAtMs: null,
  sellerName: 'Kinora',
  sellerAddress: 'A street\nA town',
  sellerTaxNumber: '',
  payerName: 'Ada Ἀθηνᾶ Ёлка',
  payerAddress: 'Đường Nguyễn Huệ',
  payerTaxNumber: '',
  itemName: '300 points',
  creditCents: 0,
  discountCents: 0,
  promotionCode: '',
  creditedItem: '',
  currencyCode: 'USD',
  grossCents: 1199,
  netCents: 1199,
  taxCents: 0,
  taxRate: null,
}
const JOB = { row: ROW, correctedInvoice: null }

let builtWorkerUrl: URL
const problems: unknown[] = []
const writers: InvoiceWriter[] = []
const openWriter = (workerUrl: URL | null) => {
  const writer = createInvoiceWriter({ workerUrl, onProblem: (error) => problems.push(error) })
  writers.push(writer)
  return writer
}
beforeAll(async () => {
  builtWorkerUrl = new URL('invoice-worker.js', await buildForNode({ 'invoice-worker': 'server/billing/invoices/invoice-worker.ts' }))
})
afterAll(async () => {
  for (const writer of writers) await writer.close()
})

it('a document is the same from the worker and from this process', async () => {
  const [workerWriter, localWriter] = [openWriter(builtWorkerUrl), openWriter(null)]
  const [workerResult, localResult] = [await workerWriter.write(JOB), await localWriter.write(JOB)]
  if (!workerResult.ok || !localResult.ok) throw new Error('not written')
  expect(Buffer.from(workerResult.value).subarray(0, 5).toString()).toBe('%PDF-')
  expect(Buffer.from(workerResult.value).equals(Buffer.from(localResult.value))).toBe(true)
})

it('a worker that fails is an error of that document alone, and the next one starts another', async () => {
  const writer = openWriter(builtWorkerUrl)
  const brokenJob = { row: { ...ROW, issuedAtMs: Number.NaN }, correctedInvoice: null }
  expect(await writer.write(brokenJob)).toEqual({ ok: false, error: { code: 'H5000' } })
  expect(problems).toHaveLength(1)
  expect(await writer.write(JOB)).toMatchObject({ ok: true })
})

it('a limited number of documents wait; more are refused, until there is room again', async () => {
  const writer = openWriter(builtWorkerUrl)
  const results = await Promise.all(Array.from({ length: MOST_WAITING_INVOICES + 1 }, () => writer.write(JOB)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(MOST_WAITING_INVOICES)
  expect(results.at(-1)).toMatchObject({ ok: false, error: { code: 'H4022' } })
  expect(await writer.write(JOB)).toMatchObject({ ok: true })
})
