import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readVitest } from '../../../scripts/test/vitest-reporter.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const DIAGNOSTIC = { environmentSetupDuration: 100, prepareDuration: 200, setupDuration: 0, collectDuration: 700, duration: 1000 }

interface ModuleFacts {
  readonly tests?: object[]
  readonly suites?: object[]
  readonly errors?: object[]
  readonly project?: string
}

function moduleOf({ tests = [], suites = [], errors = [], project = 'unit' }: ModuleFacts) {
  return {
    moduleId: path.join(ROOT, 'tests/unit/price.test.ts'),
    project: { name: project },
    diagnostic: () => DIAGNOSTIC,
    errors: () => errors,
    children: { allTests: () => tests, allSuites: () => suites },
  }
}

function testOf(state: string, message?: string, artifacts: object[] = []) {
  const errors = message === undefined ? [] : [{ message }]
  return { fullName: 'a price > is whole', result: () => ({ state, errors }), artifacts: () => artifacts }
}

describe('the report of Vitest', () => {
  it('counts passed tests and times each file with its imports', () => {
    const result = readVitest([moduleOf({ tests: [testOf('passed'), testOf('skipped'), testOf('passed')] })], [])
    expect(result).toEqual({ passed: 2, failures: [], files: [{ stage: 'unit', file: 'tests/unit/price.test.ts', seconds: 2 }] })
  })

  it('leaves out the time that a browser file waits for the files before it', () => {
    const { files } = readVitest([moduleOf({ project: 'browser (chromium)' })], [])
    expect(files).toEqual([{ stage: 'browser', file: 'tests/unit/price.test.ts', seconds: 1 }])
  })

  it('names a failed test with the start of its reason and its screenshot', () => {
    const originalPath = path.join(ROOT, 'test-results/browser/a.png')
    const screenshot = { type: 'internal:failureScreenshot', attachments: [{ originalPath }] }
    const message = 'expected 1 to be 2\n    at /a/price.test.ts:3:1\n    at file:///a/node_modules/vitest/run.js:1:1'
    const { passed, failures } = readVitest([moduleOf({ tests: [testOf('failed', message, [screenshot])] })], [])
    expect(passed).toBe(0)
    expect(failures).toEqual([
      [
        'tests/unit/price.test.ts › a price > is whole',
        '    expected 1 to be 2',
        '        at /a/price.test.ts:3:1',
        '    screenshot: test-results/browser/a.png',
      ].join('\n'),
    ])
  })

  it('counts files that do not load, failed setups, and errors outside of any test', () => {
    const suite = { fullName: 'a member', errors: () => [{ message: 'no database' }] }
    const brokenModule = moduleOf({ errors: [{ message: 'no such module' }], suites: [suite] })
    expect(readVitest([brokenModule], [{ message: 'unhandled' }]).failures).toEqual([
      'tests/unit/price.test.ts\n    no such module',
      'tests/unit/price.test.ts › a member\n    no database',
      'outside of any test\n    unhandled',
    ])
  })
})
