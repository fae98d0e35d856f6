/** The shared settings of every group of `npm run mutants`; scripts/mutants.mjs selects the group. */
export default {
  testRunner: 'vitest',
  /** Otherwise Stryker rewrites its paths with functions that TypeScript 7 lacks. */
  tsconfigFile: 'none',
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  vitest: { configFile: 'config/vitest.mutants.config.ts', related: false },
  ignorePatterns: ['/docs', '/public', '/test-results'],
  ignoreStatic: true,
  incremental: true,
  concurrency: 2,
  timeoutMS: 15_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false, logTests: false },
  allowConsoleColors: false,
}
