import path from 'node:path'
import { projectRoot } from '../ensure-installed.mjs'
import { describeFailure } from './describe-failure.mjs'

/** The result of a JSON report of Playwright, for any projects. A test with a second attempt counts as failed. */
export function readPlaywright(report, stage) {
  const folder = path.relative(projectRoot, report.config.rootDir)
  const runs = report.suites.flatMap((suite) => runsIn(suite, folder, []))
  const failures = runs.filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky').map(failureOf)
  const runErrors = report.errors.map(({ message }) => describeFailure(stage, message))
  const files = new Map()
  for (const { file, test } of runs) {
    files.set(
      file,
      test.results.reduce((sum, { duration }) => sum + duration / 1000, files.get(file) ?? 0),
    )
  }
  return {
    passed: runs.filter(({ test }) => test.status === 'expected').length,
    failures: [...failures, ...runErrors],
    files: [...files].map(([file, seconds]) => ({ stage, file, seconds })),
  }
}

function runsIn({ title, file, suites = [], specs = [] }, folder, parentTitles) {
  const titles = title === file ? [path.join(folder, file)] : [...parentTitles, title]
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => ({ file: titles[0], name: [...titles, spec.title].join(' › '), test }))),
    ...suites.flatMap((suite) => runsIn(suite, folder, titles)),
  ]
}

function failureOf({ name, test: { status, projectName, results } }) {
  const errors = results.flatMap((result) => result.errors)
  const traces = results.flatMap((result) => result.attachments).filter((attachment) => attachment.path !== undefined)
  return describeFailure(
    projectName ? `[${projectName}] ${name}` : name,
    status === 'flaky' ? `It passed only when it was tried again.\n${errors[0]?.message ?? ''}` : errors[0]?.message,
    traces.map((attachment) => `${attachment.name}: ${attachment.path}`),
  )
}
