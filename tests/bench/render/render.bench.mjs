// Measures the job from a photo to an MP4: 720p, 6 s, a JPEG of 12 megapixels. Compares it with the encoder alone and, if installed, with
// ffmpeg. Run it on an idle machine: npm run bench -- render [rounds]
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableOf, writeResults } from '../write-results.mjs'
import { encodeAlone } from './encode-alone.mjs'
import { bundleRender } from './bundle-render.mjs'
import { renderFfmpegZoom } from './ffmpeg-zoom.mjs'
import { findMissedGoals } from './render-goals.mjs'
import { runWithoutListeners } from './run-without-listeners.mjs'

const VIDEO_SECONDS = 6
const FRAME_COUNT = 144
const SEED = 1
const PLAIN_PROMPT = 'slow push in'
const SHAPES = [
  { photo: { width: 4000, height: 3000 }, frame: { width: 960, height: 720 } },
  { photo: { width: 4618, height: 2598 }, frame: { width: 1280, height: 720 } },
]
const rounds = Number(process.argv[2] ?? 5)
const workers = Math.min(availableParallelism(), 4)

async function measure(work) {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

const { folder: bundle, urlOf } = await bundleRender()
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
const { createBuiltinEngine } = await import(urlOf('engine'))
const { drawFrames, leastFrameMs } = await import(urlOf('draw-frames'))
const { makePhoto } = await import(urlOf('make-photo'))

const OVERLAYS = [
  'rain',
  'snow',
  'embers',
  'fog',
  'light leaks',
  'film grain',
  'bokeh',
  'confetti',
  'falling petals',
  'vignette',
  'soft glow',
]

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const files = { videoPath: join(folder, 'video.mp4'), posterPath: join(folder, 'poster.jpg') }
const commonRequest = { taskId: 'bench', bizType: 'CUSTOM', templateId: null, aiMusic: 0, seed: SEED, variation: 0, imageFidelity: 0.5 }
const engine = createBuiltinEngine({ workerUrl: urlOf('render-worker'), workers })

/** Measures one frame with each overlay, and returns the overlays from the slowest to the fastest. */
async function findHeaviest(imagePath, frame) {
  const costs = []
  for (const overlay of OVERLAYS) {
    const ms = await leastFrameMs({ imagePath, prompt: `${PLAIN_PROMPT}, ${overlay}`, frame, seconds: VIDEO_SECONDS, seed: SEED })
    costs.push({ overlay, ms })
  }
  return costs.toSorted((a, b) => b.ms - a.ms)
}

/** Alternates the whole job and the encoder alone, so that both run under the same machine load. */
async function compare(imagePath, prompt, frame) {
  const drawnFrames = await drawFrames({ imagePath, prompt, frame, seconds: VIDEO_SECONDS, seed: SEED })
  const request = { ...commonRequest, prompt, imagePaths: [imagePath], duration: '6s', resolution: '720p', ...files }
  const firstRun = await measure(() => engine.run(request, runWithoutListeners))
  const wholeTimes = []
  const encoderTimes = []
  for (let round = 0; round < rounds; round++) {
    wholeTimes.push((await measure(() => engine.run(request, runWithoutListeners))).ms)
    encoderTimes.push((await measure(() => encodeAlone(urlOf('encode-worker'), workers, frame, drawnFrames))).ms)
  }
  const ratios = wholeTimes.map((ms, i) => ms / encoderTimes[i])
  return {
    whole: median(wholeTimes),
    encoder: median(encoderTimes),
    encoders: median(ratios),
    drawMs: drawnFrames.drawMs,
    bytes: firstRun.value.bytes,
  }
}

const formatSeconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const formatRealTimes = (ms) => ((VIDEO_SECONDS * 1000) / ms).toFixed(2)
const rows = []
const peerRows = []
let costs = []
for (const { photo, frame } of SHAPES) {
  const imagePath = join(folder, `photo-${frame.width}.jpg`)
  await writeFile(imagePath, await makePhoto({ ...photo, seed: 3 }))
  costs = await findHeaviest(imagePath, frame)
  for (const [kind, prompt] of [
    ['plain', PLAIN_PROMPT],
    ['heavy', `${PLAIN_PROMPT}, ${costs[0].overlay}`],
  ]) {
    const comparison = await compare(imagePath, prompt, frame)
    rows.push({
      ...comparison,
      kind,
      name: `${frame.width}×${frame.height} ${prompt}`,
      realTimes: (VIDEO_SECONDS * 1000) / comparison.whole,
    })
  }
  const peer = await measure(async () => renderFfmpegZoom(imagePath, join(folder, 'peer.mp4'), frame, FRAME_COUNT))
  peerRows.push([
    `${frame.width}×${frame.height} ffmpeg zoompan + x264`,
    peer.value ? formatSeconds(peer.ms) : 'not here',
    peer.value ? formatRealTimes(peer.ms) : '',
  ])
}
await engine.close()

const memoryArguments = [bundle, join(folder, 'photo-1280.jpg'), folder, String(workers)]
const memory = JSON.parse(
  execFileSync(process.execPath, [join(import.meta.dirname, 'measure-memory.mjs'), ...memoryArguments], { encoding: 'utf8' }),
)
await rm(folder, { recursive: true, force: true })
await rm(bundle, { recursive: true, force: true })

const missed = findMissedGoals(rows, memory)
writeResults('Render', [
  `12 megapixel JPEG to 720p, ${VIDEO_SECONDS} s, ${workers} workers, default encoder; median of ${rounds} rounds, whole job and encoder alone by turns.`,
  '',
  ...tableOf(
    ['what', 'whole job', '× real time', 'encoder alone', '× real time', 'whole / encoder', 'drawing alone, one thread', 'kB'],
    rows.map(({ name, whole: wholeMs, encoder: encoderMs, encoders, drawMs, bytes }) => [
      name,
      formatSeconds(wholeMs),
      formatRealTimes(wholeMs),
      formatSeconds(encoderMs),
      formatRealTimes(encoderMs),
      encoders.toFixed(2),
      formatSeconds(drawMs),
      String(Math.round(bytes / 1000)),
    ]),
  ),
  '',
  ...tableOf(['peer', 'time', '× real time'], peerRows),
  '',
  `Drawing one 1280×720 frame with each overlay, least of 12, ms: ${costs.map(({ overlay, ms }) => `${overlay} ${ms.toFixed(1)}`).join(', ')}.`,
  '',
  `1080p, 10 s, orbit with rain, snow, grain, light leaks and bokeh: the process grew by ${Math.round(memory.grownBytes / 1e6)} MB at most, by ${Math.round(memory.grownTwiceBytes / 1e6)} MB over two videos (goal: 400).`,
  '',
  missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join(' ')}`,
])
