import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downloadName, isDownloadName } from '#shared/domain/download-name.ts'

const createdAt = Date.UTC(2026, 4, 20, 23, 59)
const nameOf = (prompt: string, templateName: string | null = null) => downloadName({ id: 'abcdefgh', prompt, templateName, createdAt })

describe('the name of a download', () => {
  it.each([
    ['Slow push in, rain!', 'slow-push-in-rain'],
    ['../..', 'kinora'],
    ['C:\\con\r\nSet-Cookie: a=b; "x"', 'c-con-set-cookie-a-b-x'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['／．．／etc', 'etc'],
    ['慢慢推近', '慢慢推近'],
    ['ضوء هادئ على البحر', 'ضوء-هادئ-على-البحر'],
    ['हिन्दी में धीरे', 'हिन्दी-में-धीरे'],
    ['\u202Egnp.exe\u202C', 'gnp-exe'],
    ['a \uD83C\uDF0A wave \u2600\uFE0F', 'a-wave'],
    ['🌊🌊', 'kinora'],
    ['1\uFE0F\u20E3 step', '1-step'],
    ['می\u200Cخواهم', 'میخواهم'],
    ['\u3164\u115F', 'kinora'],
    ['\uD83C alone', 'alone'],
    [`${'a'.repeat(38)} bcd`, `${'a'.repeat(38)}-b`],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
    ['\u{20000}'.repeat(50), '\u{20000}'.repeat(40)],
  ])('of %j begins with %j, then the day and a short id', (prompt, words) => {
    expect(nameOf(prompt)).toBe(`${words}-2026-05-20-abcdef.mp4`)
  })

  it('is the effect’s without a prompt, and the prompt’s otherwise', () => {
    expect(nameOf('', 'Golden Hour')).toBe('golden-hour-2026-05-20-abcdef.mp4')
    expect(nameOf('☀️', 'Golden Hour')).toBe('golden-hour-2026-05-20-abcdef.mp4')
    expect(nameOf('my cat', 'Golden Hour')).toBe('my-cat-2026-05-20-abcdef.mp4')
  })

  it('is a valid file name, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (prompt) => {
        const name = nameOf(prompt)
        expect(isDownloadName(name)).toBe(true)
        expect(() => encodeURIComponent(name)).not.toThrow()
      }),
    )
  })

  it.each([
    '',
    'a',
    '.mp4',
    'a.exe',
    'a.mp4.exe',
    'a/b.mp4',
    '..mp4',
    'a"b.mp4',
    'a\r\nb.mp4',
    'a b.mp4',
    '\u202Ea.mp4',
    `${'a'.repeat(117)}.mp4`,
  ])('is not %j', (text) => {
    expect(isDownloadName(text)).toBe(false)
  })
})
