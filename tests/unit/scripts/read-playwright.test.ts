import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPlaywright } from '../../../scripts/test/read-playwright.mjs'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const attempt = (duration: number, message?: string, attachments: object[] = []) => ({
  duration,
  errors: message === undefined ? [] : [{ message }],
  attachments,
})
const run = (status: string, results: object[], projectName = '') => ({ status, projectName, results })

function reportOf(specs: object[], suites: object[] = [], errors: object[] = []) {
  const file = 'shop.spec.ts'
  return { config: { rootDir: path.join(ROOT, 'tests/e2e') }, errors, suites: [{ title: file, file, specs, suites }] }
}

describe('the report of Playwright', () => {
  it('counts each project of a test, and leaves out what was skipped', () => {
    const tests = [run('expected', [attempt(1500)], 'together'), run('expected', [attempt(500)], 'alone'), run('skipped', [])]
    const result = readPlaywright(reportOf([{ title: 'buys', tests }]), 'e2e')
    expect(result).toEqual({ passed: 2, failures: [], files: [{ stage: 'e2e', file: 'tests/e2e/shop.spec.ts', seconds: 2 }] })
  })

  it('names a failed test by its project, file and groups, with its trace', () => {
    const trace = { name: 'trace', contentType: 'application/zip', path: path.join(ROOT, 'test-results/e2e/shop/trace.zip') }
    const spec = { title: 'pays', tests: [run('unexpected', [attempt(1, '\u001B[31mno price\u001B[39m', [trace])], 'alone')] }
    const { passed, failures } = readPlaywright(reportOf([], [{ title: 'a member', file: 'shop.spec.ts', specs: [spec] }]), 'e2e')
    expect([passed, failures]).toEqual([
      0,
      ['[alone] tests/e2e/shop.spec.ts › a member › pays\n    no price\n    trace: test-results/e2e/shop/trace.zip'],
    ])
  })

  it('counts a test that passed with a retry as failed', () => {
    const { passed, failures } = readPlaywright(
      reportOf([{ title: 'buys', tests: [run('flaky', [attempt(1, 'too late'), attempt(1)])] }]),
      'e2e',
    )
    expect([passed, failures]).toEqual([0, ['tests/e2e/shop.spec.ts › buys\n    It passed only when it was tried again.\n    too late']])
  })

  it('counts failures outside of any test', () => {
    expect(readPlaywright(reportOf([], [], [{ message: 'no such project' }]), 'e2e').failures).toEqual(['e2e\n    no such project'])
  })
})
