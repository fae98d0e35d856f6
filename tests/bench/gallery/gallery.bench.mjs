// Measures a gallery of 999 items in Chromium while a script scrolls ten times down and up. Compares it with a plain list of the same
// tiles. Run it on an idle machine: npm run bench -- gallery [rounds]
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { ensureBuilt } from '../../../scripts/ensure-built.mjs'
import { findChrome } from '../../../scripts/find-chrome.mjs'
import { tableOf, writeResults } from '../write-results.mjs'
import { countPlayingVideos, scrollThrough, showAsPlainList, watchLongTasks } from './in-page.mjs'
import { answerWithMany } from './many-items.mjs'

const ITEM_COUNT = 999
const PORT = 20_000 + (process.pid % 9000)
const CALM_PX_PER_FRAME = 120
const HURRIED_PX_PER_FRAME = 2000
const MEGABYTE = 1e6
const LONG_TASK_MS = 50
const MAX_NODES = 1500
const MAX_GROWTH_MB = 3
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 393, height: 852 } }
const rounds = Number(process.argv[2] ?? 10)

async function startServer(dataDir) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../dist/server/main.js')], {
    env: { ...process.env, PORT: String(PORT), CHECKOUT_PORT: String(PORT + 1), DATA_DIR: dataDir, SEED_VIDEOS: '0', FFMPEG_PATH: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(`localhost:${PORT}`)) break
  child.stdout.resume()
  return child
}

async function readHeap(session) {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const readMetric = (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { megabytes: readMetric('JSHeapUsedSize') / MEGABYTE, nodes: readMetric('Nodes'), listeners: readMetric('JSEventListeners') }
}

async function measure(browser, viewport, isPlain) {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    isMobile: viewport.width < 1024,
    hasTouch: viewport.width < 1024,
  })
  const page = await context.newPage()
  await answerWithMany(page, ITEM_COUNT)
  await page.addInitScript(watchLongTasks)
  await page.goto(`http://localhost:${PORT}/video-effects`)
  await page.locator('[aria-setsize]').first().waitFor()
  await page.waitForFunction(() => [...document.images].slice(0, 4).every(({ complete }) => complete))
  if (isPlain) await page.evaluate(showAsPlainList, ITEM_COUNT)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const openingTaskMs = await page.evaluate(() => Math.max(0, ...globalThis.longTasks.splice(0)))
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  const calmScroll = await page.evaluate(scrollThrough, { pxPerFrame: CALM_PX_PER_FRAME, rounds: 1 })
  const playingCount = await page.evaluate(countPlayingVideos)
  const heapBefore = await readHeap(session)
  const hurriedScroll = await page.evaluate(scrollThrough, { pxPerFrame: HURRIED_PX_PER_FRAME, rounds: isPlain ? 1 : rounds })
  const heapAfter = await readHeap(session)
  await context.close()
  return {
    openingTaskMs,
    calmScroll,
    hurriedScroll,
    playingCount: Math.max(playingCount, calmScroll.playing, hurriedScroll.playing),
    heapBefore,
    heapAfter,
  }
}

const formatMs = (value) => value.toFixed(0)
const rowOf = (name, { openingTaskMs, calmScroll, hurriedScroll, playingCount, heapBefore, heapAfter }) => [
  name,
  formatMs(openingTaskMs),
  formatMs(calmScroll.longestTaskMs),
  formatMs(hurriedScroll.longestTaskMs),
  calmScroll.frameMs.toFixed(1),
  String(calmScroll.lateFrames),
  String(Math.max(calmScroll.nodes, hurriedScroll.nodes)),
  heapBefore.megabytes.toFixed(1),
  heapAfter.megabytes.toFixed(1),
  String(heapAfter.nodes - heapBefore.nodes),
  String(playingCount),
]

function missedGoals(name, { calmScroll, hurriedScroll, playingCount, heapBefore, heapAfter }) {
  const longest = Math.max(calmScroll.longestTaskMs, hurriedScroll.longestTaskMs)
  const growth = heapAfter.megabytes - heapBefore.megabytes
  return [
    ...(longest > LONG_TASK_MS ? [`${name}: a task of ${formatMs(longest)} ms, ${LONG_TASK_MS} is the goal`] : []),
    ...(Math.max(calmScroll.nodes, hurriedScroll.nodes) > MAX_NODES
      ? [`${name}: ${calmScroll.nodes} elements, ${MAX_NODES} is the goal`]
      : []),
    ...(growth > MAX_GROWTH_MB ? [`${name}: the heap grew by ${growth.toFixed(1)} MB`] : []),
    ...(playingCount > 1 ? [`${name}: ${playingCount} videos played at once`] : []),
  ]
}

const executablePath = findChrome()
if (executablePath === undefined) throw new Error('No Chrome or Chromium was found.')
await ensureBuilt()
const dataDir = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
const server = await startServer(dataDir)
const browser = await chromium.launch({
  executablePath,
  args: ['--enable-precise-memory-info', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const machineLoad = loadavg()[0].toFixed(1)
  const rows = []
  const missed = []
  for (const [name, viewport] of Object.entries(SIZES)) {
    for (const peer of ['gallery', 'plain list']) {
      const measurement = await measure(browser, viewport, peer === 'plain list')
      const row = rowOf(`${name}, ${peer}`, measurement)
      console.log(row.join(' | '))
      rows.push(row)
      if (peer === 'gallery') missed.push(...missedGoals(name, measurement))
    }
  }
  const columns = [
    'what',
    'opening',
    'calm scroll',
    `${rounds} × hurried`,
    'frame',
    'late frames',
    'elements',
    'heap before',
    'after',
    'nodes grown',
    'playing',
  ]
  writeResults(
    'Gallery',
    [
      `${ITEM_COUNT} items: calmly to the end and back, ${CALM_PX_PER_FRAME} px a frame; then ${rounds} times in a hurry to the end and back, the plain list once. Longest tasks and mean frame in ms, heap in MB after collecting, late frames took over 33 ms; at most so many elements and so many videos playing at once. Load of the machine before: ${machineLoad}.`,
      '',
      ...tableOf(columns, rows),
      '',
      missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('. ')}.`,
    ],
    `Chromium ${browser.version()}`,
  )
} finally {
  await browser.close()
  server.kill()
  await rm(dataDir, { recursive: true, force: true })
}
