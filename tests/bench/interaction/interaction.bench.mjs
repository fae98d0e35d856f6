// Measures the main flows in Chromium on a phone's screen with a processor slowed four times: from each press to the next paint. Run it on
// an idle machine: npm run bench -- interaction [rounds]
import { loadavg } from 'node:os'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { ensureBuilt } from '../../../scripts/ensure-built.mjs'
import { findChrome } from '../../../scripts/find-chrome.mjs'
import { startServer } from '../start-server.mjs'
import { tableOf, writeResults } from '../write-results.mjs'
import { startFakeEngine } from './elsewhere-engine.mjs'
import { flowsWith } from './flows.mjs'
import { untilQuiet, watchInteractions } from './in-page.mjs'
import { createPerson } from './person.mjs'
import { signUp } from './sign-up.mjs'

const CPU_SLOWDOWN = 4
const GOAL_MS = 200
const FLOOR_PRESSES = 12
const PHONE = { viewport: { width: 393, height: 852 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const HTML_HEAD = '<!doctype html><meta name="viewport" content="width=device-width">'
/**
 * The lowest possible values, without code of the app: a button without an action, and the browser's own dialog over a screenful of
 * elements.
 */
const FLOORS = [
  { name: 'a button that does nothing', body: `${HTML_HEAD}<button>Press</button>`, keys: [] },
  {
    name: 'a bare dialog, opened and closed',
    body: `${HTML_HEAD}<style>::backdrop { background: rgb(0 0 0 / 0.6) } p { border: 1px solid }</style><button onclick="document.querySelector('dialog').showModal()">Press</button>${'<p>words</p>'.repeat(240)}<dialog>words</dialog>`,
    keys: ['Escape'],
  },
]
const rounds = Number(process.argv[2] ?? 5)

async function openPage(context) {
  const page = await context.newPage()
  await page.addInitScript(watchInteractions)
  const session = await context.newCDPSession(page)
  return { page, person: createPerson(page, session), setCpuRate: (rate) => session.send('Emulation.setCPUThrottlingRate', { rate }) }
}

async function measureFloor(context, { body, keys }) {
  const { page, person, setCpuRate } = await openPage(context)
  await page.route(`${ORIGIN}/nothing`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${ORIGIN}/nothing`)
  await setCpuRate(CPU_SLOWDOWN)
  for (let presses = 0; presses < FLOOR_PRESSES; presses += 1) {
    await person.tap(page.locator('button'))
    for (const key of keys) await person.press(key)
  }
  const interactions = await person.finish()
  await page.close()
  return interactions
}

/** Measures a flow's presses. Screens and texts load as on a first visit. */
async function measureFlow(context, { path, prepare, run }) {
  const { page, person, setCpuRate } = await openPage(context)
  await page.goto(ORIGIN + path)
  await page.locator('main :is(h1, h2)').first().waitFor()
  await page.evaluate(untilQuiet)
  await prepare?.(person)
  await person.finish()
  await setCpuRate(CPU_SLOWDOWN)
  try {
    await run(person)
    return await person.finish()
  } finally {
    await page.close()
  }
}

/**
 * Summarises the visits of one flow: `middle` and `worst` are the median and the maximum over the slowest interaction of each visit, and
 * `p75` is the third quartile of all interactions.
 */
function summaryOf(visits) {
  const worstMs = sortedMs(visits.map((visit) => sortedMs(visit.map(({ durationMs }) => durationMs)).at(-1) ?? 0))
  const allMs = sortedMs(visits.flat().map(({ durationMs }) => durationMs))
  return { count: allMs.length, middle: quantile(worstMs, 0.5), worst: worstMs.at(-1) ?? 0, p75: quantile(allMs, 0.75) }
}

function sortedMs(durations) {
  return durations.toSorted((a, b) => a - b)
}

function quantile(sorted, share) {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

const formatMs = (ms) => (ms === 0 ? '< 16' : ms.toFixed(0))
const rowOf = (name, { count, middle, worst, p75 }, goal) => [
  name,
  String(count),
  formatMs(middle),
  formatMs(worst),
  formatMs(p75),
  goal,
  middle <= goal ? 'yes' : 'no',
]

const executablePath = findChrome()
if (executablePath === undefined) throw new Error('No Chrome or Chromium was found.')
await ensureBuilt()
// A fake engine accepts the videos and never makes them, because rendering on this machine would slow down the measured browser.
const engine = await startFakeEngine()
const { origin: ORIGIN, stop } = await startServer({ ENGINES: 'comfyui', COMFYUI_URL: engine.url, ENGINE_CONCURRENCY: '64' })
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
try {
  const machineLoad = loadavg()[0].toFixed(1)
  const photo = {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#386' } })
      .jpeg()
      .toBuffer(),
  }
  const flows = flowsWith(photo)
  const floors = new Map(FLOORS.map(({ name }) => [name, []]))
  const measurements = new Map(flows.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    // The app's service worker would answer with the app instead of the bare page.
    const bareContext = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
    for (const floor of FLOORS) floors.get(floor.name).push(await measureFloor(bareContext, floor))
    await bareContext.close()
    const context = await browser.newContext(PHONE)
    await signUp(context, ORIGIN, `bench-${round}@example.org`)
    for (const flow of flows) {
      const flowInteractions = await measureFlow(context, flow).catch((error) => {
        throw new Error(`The flow "${flow.name}" could not be gone.`, { cause: error })
      })
      measurements.get(flow.name).push(flowInteractions)
      const slowest = flowInteractions.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 3)
      console.log(`${flow.name}: ${slowest.map(({ durationMs, what }) => `${durationMs} ms ${what}`).join('; ')}`)
    }
    await context.close()
  }
  const rows = flows.map(({ name }) => rowOf(name, summaryOf(measurements.get(name)), GOAL_MS))
  const missed = rows.filter((row) => row.at(-1) === 'no').map(([name, , worst]) => `${name}: ${worst} ms, ${GOAL_MS} is the goal`)
  writeResults(
    'Interaction',
    [
      `From a press to the next paint, a processor slowed ${CPU_SLOWDOWN} times, ${PHONE.viewport.width} × ${PHONE.viewport.height} px, ${rounds} rounds; each flow opened anew in the browser of its round. The first two rows are pages with nothing of ours. In ms, as the browser tells them, in steps of 8: the slowest press of a round, in the middle round and in the worst, and the third quartile of all presses. Videos are made elsewhere: the server gives them to an engine of its own. Load of the machine before: ${machineLoad}.`,
      '',
      ...tableOf(
        ['flow', 'interactions', 'slowest, middle round', 'slowest of all', 'p75', 'goal', 'met'],
        FLOORS.map(({ name }) =>
          rowOf(name, summaryOf(floors.get(name)), GOAL_MS)
            .slice(0, 5)
            .concat('', ''),
        ).concat(rows),
      ),
      '',
      missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('. ')}.`,
    ],
    `Chromium ${browser.version()}`,
  )
} finally {
  await browser.close()
  await stop()
  engine.stop()
}
