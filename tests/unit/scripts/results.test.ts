import { describe, expect, it } from 'vitest'
import { mergeResults, closingLines, shareOut, timeLines } from '../../../scripts/test/results.mjs'

const filesOf = (stage: string, ...seconds: number[]) =>
  seconds.map((fileSeconds, index) => ({ stage, file: `${stage}-${index}`, seconds: fileSeconds }))

describe('the end of a run', () => {
  it('has the sum of all runners as its last line', () => {
    const result = mergeResults([
      { passed: 3, failures: [], files: [] },
      { passed: 1, failures: ['a › b\n    why'], files: [] },
    ])
    expect(closingLines(result)).toEqual(['', '✗ a › b\n    why', '4 passed, 1 failed'])
    expect(closingLines({ passed: 2, failures: [] })).toEqual(['2 passed, 0 failed'])
  })

  it('divides the minutes of one run among its stages by the seconds of their files', () => {
    const files = [...filesOf('unit', 10, 20), ...filesOf('server', 90)]
    expect(shareOut(8, { files })).toEqual([
      { name: 'unit', minutes: 2 },
      { name: 'server', minutes: 6 },
    ])
    expect(shareOut(8, { files: [] })).toEqual([])
  })

  it('names the twenty slowest files of all runners, slowest first', () => {
    const files = [...filesOf('unit', ...Array.from({ length: 30 }, (_, index) => index)), ...filesOf('e2e', 65.25)]
    const lines = timeLines({ stages: [{ name: 'unit', minutes: 1.25 }], files, minutes: 2 })
    const slowestLines = lines.slice(2, lines.indexOf('', 2))
    expect(slowestLines).toHaveLength(20)
    expect(slowestLines.slice(0, 2)).toEqual(['   65.3  e2e      e2e-0', '   29.0  unit     unit-29'])
    expect(lines.slice(-3)).toEqual(['Minutes:', '    1.3  unit', '    2.0  in all'])
  })
})
