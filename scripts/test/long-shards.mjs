export const SHARDS = 8

/**
 * The duration of one Playwright test in a file that `SECONDS` does not list. All durations are in seconds on two cores, measured or
 * estimated; those of Playwright files are sums of their tests, measured while tests run in parallel.
 */
const TEST_SECONDS = 13
/** The duration of a long Vitest file that `SECONDS` does not list. */
const PROPERTIES_SECONDS = 4
export const ENGINES_FILE = 'tests/engines/main-job.test.ts'
const SECONDS = {
  [ENGINES_FILE]: 1400,
  'tests/browser/image/canvas-limit-further.long.test.ts': 130,
  'tests/server/auth-limits.test.ts': 25,
  'tests/server/bad-network.test.ts': 270,
  'tests/server/backup.long.test.ts': 25,
  'tests/server/deploy-page.long.test.ts': 150,
  'tests/server/deploy.long.test.ts': 180,
  'tests/server/faults.long.test.ts': 200,
  'tests/server/fleet.long.test.ts': 60,
  'tests/server/money/books-of-every-act.long.test.ts': 25,
  'tests/server/money/invoice-numbers.long.test.ts': 60,
  'tests/server/money/year.long.test.ts': 15,
  'tests/server/paused-database.long.test.ts': 45,
  'tests/server/stop-under-load.long.test.ts': 100,
  'tests/server/unwritable.long.test.ts': 90,
  'tests/server/upload-memory.long.test.ts': 110,
  'tests/server/operator/confirm-command.long.test.ts': 30,
  'tests/unit/documents/how-to.long.test.ts': 240,
  'tests/unit/hub/schedules.test.ts': 60,
  'tests/unit/hub/order-schedules.test.ts': 30,
  'tests/e2e/carriers.spec.ts': 82,
  'tests/e2e/editing.spec.ts': 130,
  'tests/e2e/form-limits.spec.ts': 140,
  'tests/e2e/many-tabs.spec.ts': 75,
  'tests/e2e/press-everything.spec.ts': 1300,
  'tests/e2e/press-everything-account.spec.ts': 1410,
  'tests/e2e/press-everything-member.spec.ts': 2000,
  'tests/e2e/press-everything-offline.spec.ts': 1300,
  'tests/e2e/press-everything-past-due.spec.ts': 2000,
  'tests/e2e/pseudo-locale.spec.ts': 40,
  'tests/e2e/reflow-account.spec.ts': 300,
  'tests/e2e/reflow-dialogs.spec.ts': 300,
  'tests/e2e/reflow-studio.spec.ts': 250,
  'tests/e2e/reflow.spec.ts': 150,
  'tests/e2e/route-pictures.spec.ts': 100,
  'tests/e2e/routes.spec.ts': 320,
}
const VITEST_FILES = Object.keys(SECONDS).filter((file) => file.endsWith('.test.ts'))
/** Three workers on two cores run this many times as fast as one. Tests of the exclusive project run alone. */
const BROWSER_WORKERS = 2.7

/**
 * The long tests as units of work for shards: the Vitest files of `SECONDS`, which include the file that runs all engines, the other long
 * Vitest files, and the entries of Playwright's list.
 */
export function longWorks(playwrightFiles, longFiles) {
  const vitestFiles = new Set([...VITEST_FILES, ...longFiles])
  const vitestWorks = [...vitestFiles].map((file) => ({ file, project: null, seconds: SECONDS[file] ?? PROPERTIES_SECONDS }))
  const playwrightWorks = playwrightFiles.map(({ file, project, tests }) => ({
    file,
    project,
    seconds: (SECONDS[file] ?? tests * TEST_SECONDS) / (project === 'exclusive' ? 1 : BROWSER_WORKERS),
  }))
  return [...vitestWorks, ...playwrightWorks]
}

/** Distributes units of work over shards of similar length: longest first, each to the shortest shard so far. */
export function planShards(works, count) {
  const shards = Array.from({ length: count }, () => ({ works: [], seconds: 0 }))
  const key = ({ project, file }) => `${project ?? ''} ${file}`
  const sortedWorks = works.toSorted((one, other) => other.seconds - one.seconds || (key(one) < key(other) ? -1 : 1))
  for (const work of sortedWorks) {
    const shortest = shards.reduce((shortestShard, shard) => (shard.seconds < shortestShard.seconds ? shard : shortestShard))
    shortest.works.push(work)
    shortest.seconds += work.seconds
  }
  return shards
}

/** The files of Playwright's list with the number of tests in each project. */
export function readList(report, fileOf) {
  const files = new Map()
  const visit = ({ file, suites = [], specs = [] }) => {
    for (const { projectName } of specs.flatMap(({ tests }) => tests)) {
      const key = `${projectName} ${file}`
      const { tests } = files.get(key) ?? { tests: 0 }
      files.set(key, { file: fileOf(file), project: projectName, tests: tests + 1 })
    }
    for (const suite of suites) visit(suite)
  }
  for (const suite of report.suites) visit(suite)
  return [...files.values()]
}

/** Parses `--shard=3/8` into its two numbers. Without an argument, the whole run is one shard. Null if the argument is invalid. */
export function parseShard(args) {
  if (args.length === 0) return { shard: 1, count: 1 }
  const [, shard, count] = (args.length === 1 && /^--shard=(\d+)\/(\d+)$/.exec(args[0])) || []
  return Number(shard) >= 1 && Number(shard) <= Number(count) ? { shard: Number(shard), count: Number(count) } : null
}

/** The shard of a commit, so that consecutive commits cover all shards; the first one if commits cannot be counted. */
export function shardOfCommit(commits) {
  return commits === null ? 1 : (commits % SHARDS) + 1
}
