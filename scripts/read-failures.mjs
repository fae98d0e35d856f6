import { stripVTControlCharacters } from 'node:util'

const MAX_LINES = 12

/** What failed in a report of vitest or Playwright: each test's name, and the beginning of why. */
export function readFailures(report) {
  return 'testResults' in report ? vitestFailures(report) : report.suites.flatMap(playwrightFailures)
}

function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [told(name, message)] : []
    return failed.map(({ fullName, failureMessages }) => told(`${name} › ${fullName}`, failureMessages[0]))
  })
}

function playwrightFailures({ title, suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  const errors = ({ tests }) => tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return [
    ...failed.map((spec) => told(`${title} › ${spec.title}`, errors(spec)[0]?.message)),
    ...suites.flatMap((suite) => playwrightFailures({ ...suite, title: suite.title === title ? title : `${title} › ${suite.title}` })),
  ]
}

function told(name, message = 'no reason was given') {
  const lines = stripVTControlCharacters(message).split('\n')
  return [name, ...lines.slice(0, MAX_LINES).map((line) => `    ${line}`)].join('\n')
}
