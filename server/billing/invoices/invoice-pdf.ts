import Pdf from 'pdfkit'
import type { InvoiceRow } from '#server/database/database.ts'
import { documentNumber, taxRateText } from '#shared/domain/invoice-rules.ts'
import { decimalText, formatMoney } from '#shared/domain/currencies.ts'
import { promotionItemName } from '../catalogue/skus.ts'
import { formatWhichDay } from './format-day.ts'
import { type FontPart, type FontWeight, MISSING_CHARACTER, fontOf, linesOf, runsOf } from './pdf-text.ts'

const MARGIN = 56
const RIGHT = 595.28 - MARGIN
const WIDTH = RIGHT - MARGIN
const HALF = WIDTH / 2 - 12
const LEADING = 1.4
const SIZE = 10
const GAP = 24
const SOFT = '#555555'
const INK = '#000000'

interface Line {
  readonly text: string
  readonly weight?: FontWeight
  readonly size?: number
  readonly color?: string
}

/** An invoice or a credit note on one page, with embedded fonts. `corrects` is the invoice of a credit note. */
export async function invoicePdf(row: InvoiceRow, corrects: InvoiceRow | null): Promise<Uint8Array<ArrayBuffer>> {
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
  const whole = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  draw(doc, row, corrects)
  doc.end()
  await whole
  return Uint8Array.from(Buffer.concat(chunks))
}

const TITLES = { invoice: 'Invoice', credit_note: 'Credit note' } as const

function draw(doc: PDFKit.PDFDocument, row: InvoiceRow, corrects: InvoiceRow | null): void {
  const money = (cents: number) => moneyText(cents, row.currencyCode)
  const seller = partyLines(row.sellerName, row.sellerAddress, row.sellerTaxNumber)
  const left = drawLines(doc, seller, MARGIN, MARGIN, HALF)
  const heading: readonly Line[] = [
    { text: TITLES[row.kind], weight: 'strong', size: 20 },
    { text: documentNumber(row), weight: 'strong' },
  ]
  const right = drawLines(doc, heading, RIGHT - HALF, MARGIN, HALF, 'end')
  const top = Math.max(left, right) + 2 * GAP
  const payer = partyLines(row.payerName === '' ? `Customer ${row.ownerId}` : row.payerName, row.payerAddress, row.payerTaxNumber)
  const paidFor = drawLines(doc, [{ text: 'Billed to', color: SOFT }, ...payer], MARGIN, top, HALF)
  let y = top
  for (const [name, value] of datesOf(row, corrects)) y = drawPair(doc, { text: name, color: SOFT }, { text: value }, RIGHT - HALF, y, HALF)
  y = drawRule(doc, Math.max(y, paidFor) + 2 * GAP)
  y = drawPair(
    doc,
    { text: row.itemName, weight: 'strong' },
    { text: money(row.grossCents + row.creditCents + row.discountCents) },
    MARGIN,
    y,
    WIDTH,
  )
  const { startsAtMs, endsAtMs } = row
  if (startsAtMs !== null && endsAtMs !== null)
    y = drawLines(doc, [{ text: `${formatWhichDay(startsAtMs)} to ${formatWhichDay(endsAtMs)}`, color: SOFT }], MARGIN, y, WIDTH)
  if (row.creditCents > 0) y = drawPair(doc, { text: row.creditedItem }, { text: money(-row.creditCents) }, MARGIN, y + GAP / 2, WIDTH)
  if (row.discountCents > 0) {
    const name = promotionItemName(row.promotionCode)
    y = drawPair(doc, { text: name }, { text: money(-row.discountCents) }, MARGIN, y + GAP / 2, WIDTH)
  }
  y = drawRule(doc, y + GAP / 2)
  for (const [name, cents] of taxesOf(row)) y = drawPair(doc, { text: name, color: SOFT }, { text: money(cents) }, MARGIN, y, WIDTH)
  const sum = row.kind === 'invoice' ? 'Total paid' : 'Total refunded'
  const strong = { weight: 'strong', size: 12 } as const
  y = drawPair(doc, { text: `${sum} (${row.currencyCode})`, ...strong }, { text: money(row.grossCents), ...strong }, MARGIN, y, WIDTH)
  const notes = ['All dates are in UTC.']
  if (row.taxRate === null) notes.unshift("This document doesn't list any tax.")
  const names = [...seller, ...payer].map(({ text }) => text).join('')
  if (runsOf(names).some(({ text }) => text.includes(MISSING_CHARACTER)))
    notes.push(
      `The font of this file doesn't include the characters shown as ${MISSING_CHARACTER}. The online receipt shows and prints all of them.`,
    )
  drawLines(
    doc,
    notes.map((text) => ({ text, color: SOFT, size: 9 })),
    MARGIN,
    y + GAP,
    WIDTH,
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

function datesOf(row: InvoiceRow, corrects: InvoiceRow | null): readonly Pair<string>[] {
  const dates: Pair<string>[] = [
    ['Issued', formatWhichDay(row.issuedAtMs)],
    ['Paid', formatWhichDay(row.paidAtMs)],
  ]
  return corrects === null ? dates : [...dates, ['For invoice', documentNumber(corrects)]]
}

function taxesOf({ taxRate, netCents, taxCents }: InvoiceRow): readonly Pair<number>[] {
  if (taxRate === null) return []
  return [
    ['Net amount', netCents],
    [`Tax (${taxRateText(taxRate)}%)`, taxCents],
  ]
}

function drawRule(doc: PDFKit.PDFDocument, y: number): number {
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(SOFT)
  return y + GAP / 2
}

/** Draws a name and, at the end of its line, its value. Returns the y position of the next line. */
function drawPair(doc: PDFKit.PDFDocument, name: Line, value: Line, x: number, y: number, width: number): number {
  const valueWidth = widthOf(doc, value, value.text)
  const left = drawLines(doc, [name], x, y, width - valueWidth - GAP / 2)
  return Math.max(left, drawLines(doc, [value], x, y, width, 'end'))
}

/** Draws lines in a column. Returns the y position of the next line. */
function drawLines(doc: PDFKit.PDFDocument, lines: readonly Line[], x: number, y: number, width: number, side?: 'end'): number {
  let at = y
  for (const line of lines) {
    for (const text of linesOf(line.text, width, (part) => widthOf(doc, line, part))) {
      drawLine(doc, line, text, side === 'end' ? x + width - widthOf(doc, line, text) : x, at)
      at += (line.size ?? SIZE) * LEADING
    }
  }
  return at
}

function drawLine(doc: PDFKit.PDFDocument, line: Line, text: string, x: number, y: number): void {
  let at = x
  for (const run of runsOf(text)) {
    withFont(doc, line, run.part)
      .fillColor(line.color ?? INK)
      .text(run.text, at, y, { lineBreak: false })
    at += doc.widthOfString(run.text)
  }
}

function widthOf(doc: PDFKit.PDFDocument, line: Line, text: string): number {
  return runsOf(text).reduce((sum, run) => sum + withFont(doc, line, run.part).widthOfString(run.text), 0)
}

function withFont(doc: PDFKit.PDFDocument, { weight = 'plain', size = SIZE }: Line, part: FontPart) {
  return doc.registerFont(`${weight} ${part}`, fontOf(weight, part)).font(`${weight} ${part}`, size)
}
