import Pdf from 'pdfkit'
import type { InvoiceRow } from '#server/database/database.ts'
import { documentNumber, taxRateText } from '#shared/domain/invoice-rules.ts'
import { decimalText, formatMoney } from '#shared/domain/currencies.ts'
import { promotionItemName } from '../catalogue/skus.ts'
import { formatDay } from './format-day.ts'
import { type FontPart, type FontWeight, MISSING_CHARACTER, fontOf, linesOf, runsOf } from './pdf-text.ts'

const MARGIN = 56
const RIGHT_EDGE = 595.28 - MARGIN
const CONTENT_WIDTH = RIGHT_EDGE - MARGIN
const COLUMN_WIDTH = CONTENT_WIDTH / 2 - 12
const LINE_HEIGHT = 1.4
const FONT_SIZE = 10
const GAP = 24
const SOFT_COLOR = '#555555'
const TEXT_COLOR = '#000000'

interface Line {
  readonly text: string
  readonly weight?: FontWeight
  readonly size?: number
  readonly color?: string
}

/** An invoice or a credit note on one page, with embedded fonts. `correctedInvoice` is the invoice that a credit note corrects. */
export async function renderInvoicePdf(row: InvoiceRow, correctedInvoice: InvoiceRow | null): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    // PDFKit accepts the bytes of a font, but its types allow only a name.
    font: fontOf('plain', 'latin') as unknown as string,
    // PDFKit does not escape XML in the metadata, so the metadata contains no names.
    info: { Title: `${TITLES[row.kind]} ${documentNumber(row)}`, CreationDate: new Date(row.issuedAtMs) },
  })
  const chunks: Uint8Array[] = []
  const documentEnd = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  drawDocument(doc, row, correctedInvoice)
  doc.end()
  await documentEnd
  return Uint8Array.from(Buffer.concat(chunks))
}

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const

function drawDocument(doc: PDFKit.PDFDocument, row: InvoiceRow, correctedInvoice: InvoiceRow | null): void {
  const money = (cents: number) => moneyText(cents, row.currencyCode)
  const seller = partyLines(row.sellerName, row.sellerAddress, row.sellerTaxNumber)
  const sellerBottom = drawLines(doc, seller, MARGIN, MARGIN, COLUMN_WIDTH)
  const heading: readonly Line[] = [
    { text: TITLES[row.kind], weight: 'strong', size: 20 },
    { text: documentNumber(row), weight: 'strong' },
  ]
  const headingBottom = drawLines(doc, heading, RIGHT_EDGE - COLUMN_WIDTH, MARGIN, COLUMN_WIDTH, 'end')
  const columnsTop = Math.max(sellerBottom, headingBottom) + 2 * GAP
  const payer = partyLines(row.payerName === '' ? `Customer ${row.ownerId}` : row.payerName, row.payerAddress, row.payerTaxNumber)
  const payerBottom = drawLines(doc, [{ text: 'Billed to', color: SOFT_COLOR }, ...payer], MARGIN, columnsTop, COLUMN_WIDTH)
  let y = columnsTop
  for (const [name, value] of datesOf(row, correctedInvoice))
    y = drawPair(doc, { text: name, color: SOFT_COLOR }, { text: value }, RIGHT_EDGE - COLUMN_WIDTH, y, COLUMN_WIDTH)
  y = drawRule(doc, Math.max(y, payerBottom) + 2 * GAP)
  y = drawPair(
    doc,
    { text: row.itemName, weight: 'strong' },
    { text: money(row.grossCents + row.creditCents + row.discountCents) },
    MARGIN,
    y,
    CONTENT_WIDTH,
  )
  const { startsAtMs, endsAtMs } = row
  if (startsAtMs !== null && endsAtMs !== null)
    y = drawLines(doc, [{ text: `${formatDay(startsAtMs)} to ${formatDay(endsAtMs)}`, color: SOFT_COLOR }], MARGIN, y, CONTENT_WIDTH)
  if (row.creditCents > 0)
    y = drawPair(doc, { text: row.creditedItem }, { text: money(-row.creditCents) }, MARGIN, y + GAP / 2, CONTENT_WIDTH)
  if (row.discountCents > 0) {
    const name = promotionItemName(row.promotionCode)
    y = drawPair(doc, { text: name }, { text: money(-row.discountCents) }, MARGIN, y + GAP / 2, CONTENT_WIDTH)
  }
  y = drawRule(doc, y + GAP / 2)
  for (const [name, cents] of taxesOf(row))
    y = drawPair(doc, { text: name, color: SOFT_COLOR }, { text: money(cents) }, MARGIN, y, CONTENT_WIDTH)
  const totalLabel = row.kind === 'invoice' ? 'Total paid' : 'Total refunded'
  const totalStyle = { weight: 'strong', size: 12 } as const
  y = drawPair(
    doc,
    { text: `${totalLabel} (${row.currencyCode})`, ...totalStyle },
    { text: money(row.grossCents), ...totalStyle },
    MARGIN,
    y,
    CONTENT_WIDTH,
  )
  const notes = ['All dates are in UTC.']
  if (row.taxRate === null) notes.unshift("This document doesn't list any tax.")
  const partyTexts = [...seller, ...payer].map(({ text }) => text).join('')
  if (runsOf(partyTexts).some(({ text }) => text.includes(MISSING_CHARACTER)))
    notes.push(
      `The font of this file doesn't include the characters shown as ${MISSING_CHARACTER}. The online receipt shows and prints all of them.`,
    )
  drawLines(
    doc,
    notes.map((text) => ({ text, color: SOFT_COLOR, size: 9 })),
    MARGIN,
    y + GAP,
    CONTENT_WIDTH,
  )
}

/** Formats an amount. Uses the currency code if the font has no sign for the currency. */
function moneyText(cents: number, currencyCode: string): string {
  const text = formatMoney(cents, currencyCode)
  if (!runsOf(text).some((run) => run.text.includes(MISSING_CHARACTER))) return text
  return `${cents < 0 ? '−' : ''}${currencyCode} ${decimalText(Math.abs(cents), currencyCode)}`
}

function partyLines(name: string, address: string, taxNumber: string): readonly Line[] {
  const lines: Line[] = [{ text: name, weight: 'strong' }]
  if (address !== '') lines.push({ text: address })
  if (taxNumber !== '') lines.push({ text: `Tax number: ${taxNumber}` })
  return lines
}

type Pair<Value> = readonly [name: string, value: Value]

function datesOf(row: InvoiceRow, correctedInvoice: InvoiceRow | null): readonly Pair<string>[] {
  const dates: Pair<string>[] = [
    ['Issued', formatDay(row.issuedAtMs)],
    ['Paid', formatDay(row.paidAtMs)],
  ]
  return correctedInvoice === null ? dates : [...dates, ['For invoice', documentNumber(correctedInvoice)]]
}

function taxesOf({ taxRate, netCents, taxCents }: InvoiceRow): readonly Pair<number>[] {
  if (taxRate === null) return []
  return [
    ['Net amount', netCents],
    [`Tax (${taxRateText(taxRate)}%)`, taxCents],
  ]
}

function drawRule(doc: PDFKit.PDFDocument, y: number): number {
  doc.moveTo(MARGIN, y).lineTo(RIGHT_EDGE, y).lineWidth(0.5).stroke(SOFT_COLOR)
  return y + GAP / 2
}

/** Draws a name and, at the end of its line, its value. Returns the y position of the next line. */
function drawPair(doc: PDFKit.PDFDocument, name: Line, value: Line, x: number, y: number, width: number): number {
  const valueWidth = widthOf(doc, value, value.text)
  const nameBottom = drawLines(doc, [name], x, y, width - valueWidth - GAP / 2)
  return Math.max(nameBottom, drawLines(doc, [value], x, y, width, 'end'))
}

/** Draws lines in a column. Returns the y position of the next line. */
function drawLines(doc: PDFKit.PDFDocument, lines: readonly Line[], x: number, y: number, width: number, side?: 'end'): number {
  let lineY = y
  for (const line of lines) {
    for (const text of linesOf(line.text, width, (part) => widthOf(doc, line, part))) {
      drawLine(doc, line, text, side === 'end' ? x + width - widthOf(doc, line, text) : x, lineY)
      lineY += (line.size ?? FONT_SIZE) * LINE_HEIGHT
    }
  }
  return lineY
}

function drawLine(doc: PDFKit.PDFDocument, line: Line, text: string, x: number, y: number): void {
  let runX = x
  for (const run of runsOf(text)) {
    withFont(doc, line, run.part)
      .fillColor(line.color ?? TEXT_COLOR)
      .text(run.text, runX, y, { lineBreak: false })
    runX += doc.widthOfString(run.text)
  }
}

function widthOf(doc: PDFKit.PDFDocument, line: Line, text: string): number {
  return runsOf(text).reduce((sum, run) => sum + withFont(doc, line, run.part).widthOfString(run.text), 0)
}

function withFont(doc: PDFKit.PDFDocument, { weight = 'plain', size = FONT_SIZE }: Line, part: FontPart) {
  return doc.registerFont(`${weight} ${part}`, fontOf(weight, part)).font(`${weight} ${part}`, size)
}
