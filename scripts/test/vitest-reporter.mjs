import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../ensure-installed.mjs'
import { describeFailure } from './describe-failure.mjs'

/**
 * Writes the counts and times of `npm test` into the file that VITEST_REPORT names. A file's seconds include its imports, except in the
 * browser.
 */
export default class VitestReporter {
  onTestRunEnd(modules, errors) {
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify(readVitest(modules, errors)))
  }
}

/** The result of Vitest's modules and of errors outside of tests. */
export function readVitest(modules, errors) {
  const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })))
  const failedTests = tests.filter(({ test }) => test.result().state === 'failed')
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()].map((suite) => ({ module, suite })))
  return {
    passed: tests.filter(({ test }) => test.result().state === 'passed').length,
    failures: [
      ...failedTests.map(({ module, test }) =>
        describeFailure(`${fileOf(module)} › ${test.fullName}`, textOf(test.result().errors[0]), picturesOf(test)),
      ),
      ...suites.flatMap(({ module, suite }) =>
        suite.errors().map((error) => describeFailure([fileOf(module), suite.fullName ?? []].flat().join(' › '), textOf(error))),
      ),
      ...errors.map((error) => describeFailure('outside of any test', textOf(error))),
    ],
    files: modules.map((module) => ({ stage: stageOf(module), file: fileOf(module), seconds: secondsOf(module) })),
  }
}

function fileOf({ moduleId }) {
  return path.relative(projectRoot, moduleId)
}

/** The stage of a module: the name of its project. Vitest appends the name of the browser to it. */
function stageOf({ project }) {
  return project.name.split(' ')[0]
}

function textOf(error) {
  return error?.stack ?? error?.message
}

function picturesOf(test) {
  const pictures = test.artifacts().filter(({ type }) => type === 'internal:failureScreenshot')
  return pictures.flatMap(({ attachments }) => attachments.slice(0, 1)).map(({ originalPath }) => `screenshot: ${originalPath}`)
}

/** The seconds of a file. In the browser, where files share a page, the time before the tests is mostly the wait for earlier files. */
function secondsOf(module) {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
  const preparationMs = stageOf(module) === 'browser' ? 0 : environmentSetupDuration + prepareDuration + setupDuration + collectDuration
  return (preparationMs + duration) / 1000
}
