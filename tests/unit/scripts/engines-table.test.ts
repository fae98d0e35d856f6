import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { engineTable, readMarks } from '../../../scripts/test/engines-table.mjs'
import { STEPS } from '../../engines/steps/all-steps.ts'
import { ENGINES } from '../../engines/steps/step.ts'

const PAGE = new URL('../../../docs/engines.md', import.meta.url)

function testOf(engine: string, name: string, state: string, errors: readonly Error[] = []) {
  return { name, parent: { name: engine, errors: () => errors }, result: () => ({ state }) }
}

const moduleOf = (...tests: readonly ReturnType<typeof testOf>[]) => ({ children: { allTests: () => tests } })

describe('the table of engines and steps', () => {
  it('is made from the results of each step, and from the versions of the engines', () => {
    const marks = readMarks([
      moduleOf(testOf('Firefox', 'watch', 'passed'), testOf('Firefox', 'seek', 'failed'), testOf('WebKit', 'watch', 'skipped')),
    ])
    const engines = [{ name: 'Firefox', version: '153.1' }, { name: 'WebKit' }]
    expect(engineTable(marks, engines)).toEqual([
      '| step | Firefox 153.1 | WebKit |',
      '| --- | :-: | :-: |',
      '| watch | ✓ | — |',
      '| seek | ✗ | — |',
    ])
  })

  it('shows an engine that did not start as broken, not as left out', () => {
    const marks = readMarks([moduleOf(testOf('WebKit', 'watch', 'skipped', [new Error('no display')]))])
    expect(marks).toEqual([{ engine: 'WebKit', step: 'watch', mark: '✗' }])
  })

  it('in the documents has a row for each step, all green', () => {
    const rows = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2)
    const expectedRows = STEPS.map(({ name, engines = ENGINES }) => {
      const marks = ENGINES.map((engine) => (engines.includes(engine) ? '✓' : '—'))
      return `| ${[name, ...marks].join(' | ')} |`
    })
    expect(rows).toEqual(expectedRows)
  })
})
