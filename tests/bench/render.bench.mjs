// Photo to MP4, 720p and 6 s from a 12 megapixel JPEG: the whole job beside the encoder alone and, where there is one, ffmpeg.
// Run it on an idle machine: npm run bench -- render [rounds]
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { build } from 'vite'
import { tableOf, writeResults } from './write-results.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const SECONDS = 6
const FRAME = { width: 960, height: 720 }
const PROMPT = 'slow push in'
const rounds = Number(process.argv[2] ?? 3)
const workers = Math.min(availableParallelism(), 4)

async function bundle() {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'kinora-bench-'))
  const input = {
    engine: join(ROOT, 'server/providers/engine/builtin.ts'),
    'render-worker': join(ROOT, 'server/render/render-worker.ts'),
    'encode-worker': join(ROOT, 'tests/bench/encode-worker.ts'),
    frames: join(ROOT, 'tests/bench/render-frames.ts'),
  }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir, target: 'node20', rollupOptions: { input } },
  })
  return outDir
}

/** Hills in haze under clouds, with grain: as much detail as a photo has. */
async function writePhoto(path, width, height) {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      const grain = (seed >>> 24) / 16 - 8
      const layer = [0.4, 0.52, 0.66, 0.8].filter(
        (base, i) => y > height * (base + (0.06 * Math.sin(x / (700 - i * 120) + i) + 0.01 * Math.sin(x / (40 + i * 9)))),
      )
      const leaf = layer.length > 0 ? 26 * Math.sin(x / (3 + layer.length)) * Math.sin(y / 5 + x / 31) : 10 * Math.sin(x / 300 + y / 90)
      const light = 215 - layer.length * 42 + leaf + grain
      pixels[at] = Math.max(0, Math.min(255, light * 0.86))
      pixels[at + 1] = Math.max(0, Math.min(255, light))
      pixels[at + 2] = Math.max(0, Math.min(255, light * (1.12 - layer.length * 0.12)))
    }
  }
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toFile(path)
}

async function timed(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function encodeAlone(outDir, drawn) {
  const total = drawn.frames.length / drawn.frameBytes
  const parts = Array.from({ length: workers }, (_, i) => [Math.floor((total * i) / workers), Math.floor((total * (i + 1)) / workers)])
  const runs = parts.map(([from, to]) => {
    const worker = new Worker(pathToFileURL(join(outDir, 'encode-worker.js')))
    const frames = drawn.frames.subarray(from * drawn.frameBytes, to * drawn.frameBytes)
    return new Promise((done, failed) => {
      worker.on('error', failed)
      worker.on('message', () => done(worker.terminate()))
      worker.postMessage({ frame: FRAME, frames, frameBytes: drawn.frameBytes })
    })
  })
  return Promise.all(runs)
}

function ffmpegZoom(photo, path) {
  const zoom = `scale=${FRAME.width * 2}:-2,zoompan=z='1+0.27*on/144':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=144:s=${FRAME.width}x${FRAME.height}:fps=24`
  const args = [
    '-v',
    'error',
    '-y',
    '-i',
    photo,
    '-vf',
    zoom,
    '-frames:v',
    '144',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    '-pix_fmt',
    'yuv420p',
    path,
  ]
  execFileSync('ffmpeg', args)
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const outDir = await bundle()
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
const photo = join(folder, 'photo.jpg')
await writePhoto(photo, 4000, 3000)
const { createBuiltinEngine } = await import(pathToFileURL(join(outDir, 'engine.js')).href)
const { renderFrames } = await import(pathToFileURL(join(outDir, 'frames.js')).href)
const drawn = await renderFrames(photo, PROMPT, FRAME)
const engine = createBuiltinEngine({ workerUrl: pathToFileURL(join(outDir, 'render-worker.js')), workers })
const request = {
  taskId: 'bench',
  bizType: 'CUSTOM',
  prompt: PROMPT,
  imagePaths: [photo],
  duration: '6s',
  resolution: '720p',
  imageFidelity: 0.5,
  take: 0,
}
const run = { signal: new AbortController().signal, onStage: () => {}, handle: null, saveHandle: () => Promise.resolve() }
const files = { videoPath: join(folder, 'video.mp4'), posterPath: join(folder, 'poster.jpg') }

const times = { cold: [], whole: [], encoder: [], ffmpeg: [] }
let bytes = 0
times.cold.push(await timed(() => engine.run({ ...request, ...files }, run)))
for (let round = 0; round < rounds; round++) {
  times.whole.push(await timed(async () => (bytes = (await engine.run({ ...request, ...files }, run)).bytes)))
  times.encoder.push(await timed(() => encodeAlone(outDir, drawn)))
  try {
    times.ffmpeg.push(await timed(() => ffmpegZoom(photo, join(folder, 'peer.mp4'))))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
await engine.close()
await rm(folder, { recursive: true, force: true })
await rm(outDir, { recursive: true, force: true })

const [whole, encoder, peer] = [median(times.whole), median(times.encoder), median(times.ffmpeg)]
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const speed = (ms) => `${((SECONDS * 1000) / ms).toFixed(2)} x real time`
const peerCells = Number.isNaN(peer) ? ['not here', ''] : [seconds(peer), speed(peer)]
writeResults('Render', [
  `Photo 4000x3000 to ${FRAME.width}x${FRAME.height}, ${SECONDS} s, ${workers} workers, median of ${rounds}.`,
  '',
  ...tableOf(
    ['what', 'time', 'speed'],
    [
      ['whole job, first after start', seconds(times.cold[0] ?? Number.NaN), ''],
      [`whole job, ${Math.round(bytes / 1000)} kB`, seconds(whole), speed(whole)],
      ['encoder alone, same frames', seconds(encoder), speed(encoder)],
      ['drawing alone, one thread', seconds(drawn.drawMs), `${(144_000 / drawn.drawMs).toFixed(0)} frames a second`],
      ['ffmpeg zoompan + x264', ...peerCells],
    ],
  ),
  '',
  `Whole job / encoder alone: ${(whole / encoder).toFixed(2)} (goal 1.6 or less).`,
])
