// Runs Lighthouse with its phone settings on all indexable screens. Lighthouse is downloaded from the registry at run time. Run it on an
// idle machine: npm run bench -- lighthouse [rounds] [address …]. Single addresses get a table of their own.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuilt } from '../../../scripts/ensure-built.mjs'
import { findChrome } from '../../../scripts/find-chrome.mjs'
import { FIRST_PAGES } from '../../../scripts/first-pages.mjs'
import { startServer } from '../start-server.mjs'
import { tableOf, writeResults } from '../write-results.mjs'

const LIGHTHOUSE_PACKAGE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
/**
 * One address for each kind of screen that has many: items of both galleries, an article, a tag. FIRST_PAGES lists all other indexable
 * screens.
 */
const MORE_PATHS = [
  '/tools/image-to-video-generator/above-the-mist',
  '/video-effects/golden-hour',
  '/resource/camera-moves-that-work',
  '/resource/camera',
]
const ALL_PATHS = [...Object.keys(FIRST_PAGES).filter((address) => !address.includes('*')), ...MORE_PATHS]
const FIGURES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index']
const runProgram = promisify(execFile)
const [, , roundsText = '5', ...requestedPaths] = process.argv
const rounds = Number(roundsText)
const PATHS = requestedPaths.length > 0 ? requestedPaths : ALL_PATHS

/**
 * Audits one visit twice: with the measured trace, and with the trace that `giveOwnCore` has changed. Lighthouse writes files, because it
 * may exit before a pipe is read.
 */
async function auditVisit(url, chrome, folder) {
  const file = join(folder, 'report.json')
  const lighthouse = async (...moreArguments) => {
    const args = ['--yes', LIGHTHOUSE_PACKAGE, url, '--quiet', '--output=json', `--output-path=${file}`, ...moreArguments]
    await runProgram('npx', args, { env: { ...process.env, CHROME_PATH: chrome } })
    return JSON.parse(await readFile(file, 'utf8'))
  }
  const flags = `--chrome-flags=--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`
  const artifactsFolder = join(folder, 'gathered')
  const visit = () => lighthouse(`-GA=${artifactsFolder}`, flags)
  // Lighthouse sometimes has no trace of the page load and asks for another run, on a busy machine more than once.
  const { categories, audits, environment } = await visit().catch(visit).catch(visit)
  await giveOwnCore(join(artifactsFolder, 'defaultPass.trace.json'))
  const ownCoreReport = await lighthouse(`-A=${artifactsFolder}`)
  return {
    scores: CATEGORIES.map((name) => Math.round(100 * categories[name].score)),
    ownCore: Math.round(100 * ownCoreReport.categories.performance.score),
    figures: FIGURES.map((name) => audits[name].numericValue),
    power: environment.benchmarkIndex,
    browser: /Chrome\/[\d.]+/.exec(environment.hostUserAgent)?.[0] ?? 'Chrome',
  }
}

/**
 * Shortens each task in the trace to its CPU time. On few cores a task also waits for the browser's other processes, and the throttling
 * multiplies this waiting time by four.
 */
async function giveOwnCore(traceFile) {
  const trace = JSON.parse(await readFile(traceFile, 'utf8'))
  for (const event of trace.traceEvents) if (event.name.endsWith('RunTask') && event.tdur !== undefined) event.dur = event.tdur
  await writeFile(traceFile, JSON.stringify(trace))
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

const medians = (rows) => rows[0].map((_, index) => median(rows.map((row) => row[index])))
const formatFigure = (name, value) => (name === 'cumulative-layout-shift' ? value.toFixed(3) : `${(value / 1000).toFixed(2)} s`)

const chrome = findChrome()
if (chrome === undefined) throw new Error('No Chrome or Chromium was found.')
await ensureBuilt()
const { origin, stop } = await startServer()
const folder = await mkdtemp(join(tmpdir(), 'kinora-lighthouse-'))
try {
  const machineLoad = loadavg()[0].toFixed(1)
  const visits = new Map(PATHS.map((path) => [path, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const path of PATHS) {
      const visit = await auditVisit(origin + path, chrome, folder)
      visits.get(path).push(visit)
      console.log(`${path}: ${visit.scores.join(', ')}; ${visit.ownCore} with a core of its own`)
    }
  }
  const rows = PATHS.map((path) => ({
    path,
    scores: medians(visits.get(path).map(({ scores }) => scores)),
    ownCore: median(visits.get(path).map(({ ownCore }) => ownCore)),
    figures: medians(visits.get(path).map(({ figures }) => figures)),
  }))
  const missed = rows.flatMap(({ path, scores, ownCore }) =>
    CATEGORIES.flatMap((name, index) => {
      if (scores[index] >= GOALS[name]) return []
      const ownCoreText = name === 'performance' ? ` (${ownCore} with a core of its own)` : ''
      return `${name} of \`${path}\`: ${scores[index]}${ownCoreText}, ${GOALS[name]} is the goal`
    }),
  )
  const benchmarkIndex = Math.round(median([...visits.values()].flat().map((visit) => visit.power)))
  writeResults(
    requestedPaths.length > 0 ? 'Lighthouse, measured again' : 'Lighthouse',
    [
      `${LIGHTHOUSE_PACKAGE}, its own phone (processor slowed 4 times, 1.6 Mbit/s, 150 ms), median of ${rounds} first visits. With a core of its own: the same visits, each task as long as a processor worked on it. The machine's own benchmark index: ${benchmarkIndex}. Load of the machine before: ${machineLoad}.`,
      '',
      ...tableOf(
        ['page', ...CATEGORIES, 'performance with a core of its own', ...FIGURES],
        rows.map(({ path, scores, ownCore, figures }) =>
          [`\`${path}\``].concat(
            scores.map(String),
            String(ownCore),
            figures.map((value, index) => formatFigure(FIGURES[index], value)),
          ),
        ),
      ),
      '',
      missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('. ')}.`,
    ],
    visits.get(PATHS[0])[0].browser,
  )
} finally {
  await stop()
  await rm(folder, { recursive: true })
}
