import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { z } from 'zod'

const FONT_PACKAGE = '@fontsource/noto-sans'
/** The parts into which the package splits the font. A character is searched for in this order. */
const FONT_PARTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'] as const
export type FontPart = (typeof FONT_PARTS)[number]

const WEIGHTS = { plain: 400, strong: 600 } as const
export type FontWeight = keyof typeof WEIGHTS

/** This character replaces each character that no part of the font has. */
export const MISSING_CHARACTER = '\uFFFD'

const LAST_CODE_POINT = 0x10_ff_ff
const INVISIBLE_CHARACTERS = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu

const require = createRequire(import.meta.url)

const fonts = new Map<string, Buffer>()

export function fontOf(weight: FontWeight, part: FontPart): Buffer {
  const name = `noto-sans-${part}-${WEIGHTS[weight]}-normal.woff`
  const font = fonts.get(name) ?? unpackFont(readFileSync(require.resolve(`${FONT_PACKAGE}/files/${name}`)))
  fonts.set(name, font)
  return font
}

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16
const TABLE_ALIGNMENT = 4

/** Extracts the plain font from a WOFF file. With a WOFF file, PDFKit would decompress all outlines again for each character. */
export function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const tables: Buffer[] = [header]
  let nextOffset = header.length
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [offset, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [number, number, number]
    const packedBytes = woff.subarray(offset, offset + packedLength)
    const sfntEntry = SFNT_HEADER + index * SFNT_ENTRY
    woff.copy(header, sfntEntry, entry, entry + 4)
    woff.copy(header, sfntEntry + 4, entry + 16, entry + 20)
    header.writeUInt32BE(nextOffset, sfntEntry + 8)
    header.writeUInt32BE(length, sfntEntry + 12)
    const table = Buffer.alloc(Math.ceil(length / TABLE_ALIGNMENT) * TABLE_ALIGNMENT)
    table.set(packedLength < length ? inflateSync(packedBytes) : packedBytes)
    tables.push(table)
    nextOffset += table.length
  }
  return Buffer.concat(tables)
}

/** A piece of text whose characters are all in one part of the font. */
export interface TextRun {
  readonly part: FontPart
  readonly text: string
}

/** Splits text by the font's parts. A run continues as long as its part has the next character. */
export function runsOf(text: string): readonly TextRun[] {
  const runs: { part: FontPart; text: string }[] = []
  for (const character of text.normalize('NFC').replaceAll(INVISIBLE_CHARACTERS, '')) {
    const lastRun = runs.at(-1)
    const code = character.codePointAt(0) ?? 0
    const part =
      lastRun !== undefined && hasCharacter(lastRun.part, code)
        ? lastRun.part
        : FONT_PARTS.find((candidate) => hasCharacter(candidate, code))
    const shownText = part === undefined ? MISSING_CHARACTER : character
    if (lastRun !== undefined && lastRun.part === (part ?? 'latin')) lastRun.text += shownText
    else runs.push({ part: part ?? 'latin', text: shownText })
  }
  return runs
}

/** Wraps text to a width. Lines break at line breaks, between words, and inside a word that is longer than a line. */
export function linesOf(text: string, width: number, measure: (text: string) => number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ').filter((part) => part !== '')) {
      const longerLine = line === '' ? word : `${line} ${word}`
      if (measure(longerLine) <= width) {
        line = longerLine
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = measure(word) <= width ? [word] : splitWord(word, width, measure)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    lines.push(line)
    return lines
  })
}

function splitWord(word: string, width: number, measure: (text: string) => number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (piece !== '' && measure(piece + segment) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}

type Ranges = readonly (readonly [first: number, last: number])[]

/** The character ranges of each part, read from the font's package. */
const ranges = new Map<FontPart, Ranges>()

function hasCharacter(part: FontPart, code: number): boolean {
  if (ranges.size === 0) {
    const unicodeRanges = z.record(z.string(), z.string()).parse(require(`${FONT_PACKAGE}/unicode.json`))
    for (const name of FONT_PARTS) ranges.set(name, (unicodeRanges[name] ?? '').split(',').map(toRange))
  }
  return ranges.get(part)?.some(([first, last]) => code >= first && code <= last) === true
}

/** Parses a range such as 'U+0400-045F', or a single character such as 'U+2116'. */
function toRange(text: string): readonly [number, number] {
  const [firstHex = '', lastHex = firstHex] = text.replace('U+', '').split('-')
  return [Number.parseInt(firstHex, 16), Math.min(LAST_CODE_POINT, Number.parseInt(lastHex, 16))]
}
