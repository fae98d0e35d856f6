import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { exitWith, projectRoot } from '../ensure-installed.mjs'
import { isLongFile } from './long-files.mjs'
import { ENGINES_FILE, longWorks, planShards, readList } from './long-shards.mjs'
import { mergeResults } from './results.mjs'
import { runEngines } from './run-engines.mjs'
import { runOnPostgres } from './run-on-postgres.mjs'
import { runPlaywright, runVitest } from './runners.mjs'

const LIST_COMMAND = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json']
const BROWSER_FOLDER = 'tests/browser/'
const SEED_COUNT = 2 ** 31
const MAX_LIST_BYTES = 64 * 1024 * 1024

/** Prints the name of a shard of the long tests, calls `prepare`, runs the shard, and returns its result. */
export async function runLong({ shard, count }, prepare) {
  const { BAD_NETWORK_COMMITS = '200', SCHEDULES = '500', PROPERTY_SEED = String(randomInt(SEED_COUNT)) } = process.env
  const env = { BAD_NETWORK_COMMITS, SCHEDULES, PROPERTY_SEED, LONG: '1' }
  const { works } = planShards(longWorks(listBrowserTests(env), listVitestFiles()), count)[shard - 1]
  console.log(`long shard ${shard}/${count}: ${works.map(({ file }) => path.basename(file)).join(', ')}`)
  console.log(`PROPERTY_SEED=${PROPERTY_SEED} gives the same examples again.`)
  await prepare()
  const vitestFiles = works
    .filter(({ project }) => project === null)
    .map(({ file }) => file)
    .filter((file) => file !== ENGINES_FILE)
  const browserFiles = vitestFiles.filter((file) => file.startsWith(BROWSER_FOLDER))
  const nodeFiles = vitestFiles.filter((file) => !file.startsWith(BROWSER_FOLDER))
  const results = nodeFiles.length === 0 ? [] : [runVitest('long-node', nodeFiles, { env, reporter: 'default' })]
  results.push(await runOnPostgres({ shard, count }))
  if (browserFiles.length > 0)
    results.push(runVitest('long-browser', ['--config', 'config/vitest.browser.config.ts', ...browserFiles], { env }))
  if (works.some(({ file }) => file === ENGINES_FILE)) results.push(runEngines().result)
  for (const project of new Set(works.flatMap((work) => work.project ?? []))) {
    const files = works.filter((work) => work.project === project).map(({ file }) => file)
    // Playwright does not apply the file filter to the projects on which this project depends, so `--no-deps` excludes them.
    const projectArguments = project === '' ? [] : [`--project=${project}`, '--no-deps']
    results.push(runPlaywright(`long-e2e${project && `-${project}`}`, [...projectArguments, ...files], { env }))
  }
  return mergeResults(results)
}

function listBrowserTests(env) {
  const options = { cwd: projectRoot, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: MAX_LIST_BYTES }
  const { status, stdout, stderr } = spawnSync(process.execPath, LIST_COMMAND, options)
  if (status !== 0) exitWith(`Playwright can't list its tests:\n${stderr}${stdout}`)
  const report = JSON.parse(stdout)
  const folder = path.relative(projectRoot, report.config.rootDir).replaceAll(path.sep, '/')
  return readList(report, (file) => `${folder}/${file}`)
}

/** The Vitest files that are long by name, or test properties with random examples. */
function listVitestFiles() {
  return ['tests/unit', 'tests/server', 'tests/browser']
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        `${folder}/${file}`.replaceAll(path.sep, '/'),
      ),
    )
    .filter((file) => isLongFile(file) || isProperty(file))
}

function isProperty(file) {
  if (file.startsWith(BROWSER_FOLDER) || !file.endsWith('.test.ts')) return false
  return readFileSync(path.join(projectRoot, file), 'utf8').includes("from 'fast-check'")
}
