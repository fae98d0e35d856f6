// Prepares photos with the app's image worker in every installed browser. Compares it with browser-image-compression and with decoding plus
// encoding alone. Run it on an idle machine: npm run bench -- images [folder] [--rounds n] [--engine chromium|firefox|webkit]
import { readdir } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeResults } from '../write-results.mjs'
import { startBenchServer } from './bench-server.mjs'
import { openChromium } from './chromium.mjs'
import { openReference } from './compare-pictures.mjs'
import { findMissedGoals } from './image-goals.mjs'
import { describeRuns } from './image-table.mjs'
import { makePhotos } from './make-photos.mjs'
import { openFirefox, openWebkit } from './other-browsers.mjs'
import { summarize } from './summarize.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const ENGINES = [
  { id: 'chromium', name: 'Chromium', open: openChromium, isJudged: true },
  { id: 'firefox', name: 'Firefox', open: openFirefox, isJudged: false },
  { id: 'webkit', name: 'WebKitGTK', open: openWebkit, isJudged: false },
]
const VARIANTS = ['floor', 'own', 'peer']
/** The compared methods for the last reduction of a prepared picture or view. */
const REDUCTIONS = ['canvas', 'pica']
const VIEWS = ['viewCanvas', 'viewPica']
/** The compared methods to find an encoding that fits the size limit. Only the first photo uses them. */
const PASSES = ['ownPasses', 'peerPasses']
const MAX_SIDE_PX = 4096
const MIME_TYPES = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
}
const QUEUED_PHOTOS = 20

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, engine: { type: 'string' } },
})
const rounds = Number(values.rounds)
const engines = ENGINES.filter(({ id }) => values.engine === undefined || values.engine === id)
if (engines.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  throw new Error(`--engine is one of ${ENGINES.map(({ id }) => id).join(', ')}; --rounds is a number.`)
}

const ownPhotos = await makePhotos(ROOT)
const photos = [...ownPhotos, ...(await readFolder(positionals[0]))]

for (const engine of engines) {
  const server = await startBenchServer(ROOT)
  const browser = await engine.open(server)
  if (browser === null) {
    writeResults(`Images, ${engine.name}`, ['Not installed on this machine.'])
  } else {
    try {
      await benchEngine(engine, browser)
    } finally {
      await browser.close()
    }
  }
  await server.close()
}

async function benchEngine({ name, isJudged }, browser) {
  const runs = photos.flatMap((photo) => variantsOf(photo).map((variant) => ({ photo, variant, answers: [] })))
  const runsByPhoto = photos.map((photo) => runs.filter((run) => run.photo === photo))
  for (let round = 0; round < rounds; round++) {
    console.log(`${name}: round ${round + 1} of ${rounds}`)
    for (const run of runsByPhoto.flatMap((row) => rotate(row, round)))
      run.answers.push(await browser.measure({ variant: run.variant, copies: 1, isReloaded: false }, run.photo))
  }
  const queue = await browser.measure({ variant: 'queue', copies: QUEUED_PHOTOS, isReloaded: false }, ownPhotos[0])
  const rows = runs.map((run) => summarize(run))
  for (const photo of photos) await compareWithReference(photo, rows)
  const missed = isJudged ? findMissedGoals(rows, queue) : []
  writeResults(`Images, ${name}`, describeRuns(rows, queue, { rounds, missed, isJudged }), browser.version)
  if (missed.length > 0) process.exitCode = 1
}

function variantsOf(photo) {
  if (!photo.isOurs) return VARIANTS
  const isReduced = Math.max(photo.width, photo.height) > MAX_SIDE_PX
  return [...VARIANTS, ...(isReduced ? REDUCTIONS : []), ...VIEWS, ...(photo === ownPhotos[0] ? PASSES : [])]
}

/** Begins each round with another variant, so that no variant is always the first or the last. */
function rotate(row, round) {
  const start = round % row.length
  return [...row.slice(start), ...row.slice(0, start)]
}

async function compareWithReference(photo, rows) {
  const compare = openReference(photo)
  for (const row of rows) {
    if (row.photo !== photo || row.variant === 'floor' || row.error !== undefined) continue
    row.quality = await compare(row.picture, { cut: row.cut, size: PASSES.includes(row.variant) ? photo : null })
  }
}

async function readFolder(folder) {
  if (folder === undefined) return []
  const names = (await readdir(folder)).toSorted()
  return names
    .map((name) => ({ name, path: join(folder, name), type: MIME_TYPES[extname(name).toLowerCase()], isOurs: false }))
    .filter(({ type }) => type !== undefined)
}
