import { describe, expect, it } from 'vitest'
import { MISSING_CHARACTER, fontOf, linesOf, runsOf } from '#server/billing/invoices/pdf-text.ts'

const measure = (text: string) => text.length

describe('text in pieces by font', () => {
  it('stays in one font as long as that has its characters', () => {
    expect(runsOf('Total: $9.99')).toEqual([{ part: 'latin', text: 'Total: $9.99' }])
    expect(runsOf('Łódź')).toEqual([
      { part: 'latin-ext', text: 'Ł' },
      { part: 'latin', text: 'ód' },
      { part: 'latin-ext', text: 'ź' },
    ])
    expect(runsOf('Жук')).toEqual([{ part: 'cyrillic', text: 'Жук' }])
  })

  it('joins a letter with its accent, leaves out invisible characters, and marks missing ones', () => {
    expect(runsOf('e\u0301\u0007\u202E\n')).toEqual([{ part: 'latin', text: 'é' }])
    expect(runsOf('漢a😀\uD800')).toEqual([{ part: 'latin', text: `${MISSING_CHARACTER}a${MISSING_CHARACTER}${MISSING_CHARACTER}` }])
    expect(runsOf('')).toEqual([])
  })

  it('is written with plain fonts, each read once, whose tables are at their stated offsets', () => {
    const [font, otherFont] = [fontOf('plain', 'latin'), fontOf('strong', 'greek')]
    expect(fontOf('plain', 'latin')).toBe(font)
    for (const checkedFont of [font, otherFont]) {
      expect(checkedFont.readUInt32BE(0)).toBe(0x00_01_00_00)
      const tags = Array.from({ length: checkedFont.readUInt16BE(4) }, (_, index) => {
        const entry = 12 + index * 16
        expect(checkedFont.readUInt32BE(entry + 8) + checkedFont.readUInt32BE(entry + 12)).toBeLessThanOrEqual(checkedFont.length)
        return checkedFont.toString('latin1', entry, entry + 4)
      })
      expect(tags).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'loca']))
    }
  })
})

describe('lines', () => {
  it('break as the text does, between words, and inside a word only where it is longer than a line', () => {
    expect(linesOf('a bc def', 4, measure)).toEqual(['a bc', 'def'])
    expect(linesOf('a\n\nb', 9, measure)).toEqual(['a', '', 'b'])
    expect(linesOf('ab cdefghij k', 4, measure)).toEqual(['ab', 'cdef', 'ghij', 'k'])
    expect(linesOf('', 4, measure)).toEqual([''])
  })

  it('end where one character is wider than a line', () => {
    expect(linesOf('abc', 0, measure)).toEqual(['a', 'b', 'c'])
  })
})
