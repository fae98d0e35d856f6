// Measures videos of hard and ordinary pictures: their size, their largest second, and the quality of the frames. Compares the quality with
// x264 at the same size: npm run bench -- rate
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableOf, writeResults } from '../write-results.mjs'
import { bundleRender } from './bundle-render.mjs'
import { x264SameSize } from './x264-same-size.mjs'
import { runWithoutListeners } from './run-without-listeners.mjs'

const SECONDS = 6
const SEED = 1
const RESOLUTION = '720p'
const MOST_OF_CEILING = 1.1
const PAINTED = { width: 3264, height: 2448 }
const PHOTO = { width: 4000, height: 3000 }
const FRAME = { width: 960, height: 720 }
const CASES = [
  { name: 'noise', paint: 'noise', prompt: 'slow push in' },
  { name: 'rain', paint: null, prompt: 'slow push in, rain' },
  { name: 'grain', paint: null, prompt: 'slow push in, film grain' },
  { name: 'rain, snow and grain', paint: null, prompt: 'slow push in, rain, snow, film grain' },
  { name: 'painting', paint: 'painting', prompt: 'slow push in' },
  { name: 'portrait', paint: 'portrait', prompt: 'slow push in' },
  { name: 'night', paint: 'night', prompt: 'slow push in' },
]

const { folder: bundle, urlOf } = await bundleRender()
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
const { createBuiltinEngine } = await import(urlOf('engine'))
const { drawFrames } = await import(urlOf('draw-frames'))
const { makePhoto } = await import(urlOf('make-photo'))
const { paintPicture } = await import(urlOf('paint-picture'))
const { peakSecondBits } = await import(urlOf('peak-second'))
const { hasFfmpeg, videoSsim } = await import(urlOf('video-ssim'))
const { MAX_VIDEO_BITS_PER_SECOND } = await import(urlOf('generation-options'))

const ceiling = MAX_VIDEO_BITS_PER_SECOND[RESOLUTION]
const workers = Math.min(availableParallelism(), 4)
const render = { workerUrl: urlOf('render-worker'), workers }
const engines = { builtin: createBuiltinEngine(render), x264: hasFfmpeg ? createBuiltinEngine({ ...render, ffmpegPath: 'ffmpeg' }) : null }
const [framesPath, samePath] = [join(folder, 'frames.yuv'), join(folder, 'same.mp4')]

async function measured(engine, name, imagePath, prompt) {
  const videoPath = join(folder, `${name}.mp4`)
  const asked = { taskId: 'bench', bizType: 'CUSTOM', templateId: null, aiMusic: 0, seed: SEED, variation: 0, imageFidelity: 0.5 }
  const files = { videoPath, posterPath: join(folder, 'poster.jpg') }
  const startedAt = performance.now()
  const { bytes } = await engine.run(
    { ...asked, prompt, imagePaths: [imagePath], duration: `${SECONDS}s`, resolution: RESOLUTION, ...files },
    runWithoutListeners,
  )
  const ms = performance.now() - startedAt
  const peak = await peakSecondBits(new Uint8Array(await readFile(videoPath)))
  return { bytes, ms, peak, ssim: hasFfmpeg ? videoSsim(videoPath, framesPath, FRAME) : null }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(2)
const ssimText = (ssim) => (ssim === null ? '' : ssim.toFixed(4))
const rows = []
const missed = []
for (const { name, paint, prompt } of CASES) {
  const imagePath = join(folder, 'picture.jpg')
  await writeFile(imagePath, await (paint === null ? makePhoto({ ...PHOTO, seed: 3 }) : paintPicture(paint, PAINTED, SEED)))
  await writeFile(framesPath, (await drawFrames({ imagePath, prompt, frame: FRAME, seconds: SECONDS, seed: SEED })).frames)
  const builtin = await measured(engines.builtin, 'builtin', imagePath, prompt)
  const x264 = engines.x264 === null ? null : await measured(engines.x264, 'x264', imagePath, prompt)
  if (x264 !== null) x264SameSize(framesPath, samePath, FRAME, (await stat(join(folder, 'builtin.mp4'))).size, SECONDS)
  for (const [encoder, found] of Object.entries({ 'built in': builtin, x264 })) {
    if (found === null) continue
    if (found.peak > ceiling * MOST_OF_CEILING)
      missed.push(
        `${name}, ${encoder}: ${(found.peak / 1e6).toFixed(2)} Mbit in a second, ${(ceiling * MOST_OF_CEILING) / 1e6} are allowed.`,
      )
  }
  const row = [name, megabytes(builtin.bytes), (builtin.peak / 1e6).toFixed(2), ssimText(builtin.ssim), (builtin.ms / 1000).toFixed(1)]
  const peer =
    x264 === null
      ? []
      : [ssimText(videoSsim(samePath, framesPath, FRAME)), megabytes(x264.bytes), (x264.peak / 1e6).toFixed(2), ssimText(x264.ssim)]
  rows.push([...row, ...peer])
  console.log(rows.at(-1).join(' | '))
}
for (const engine of Object.values(engines)) await engine?.close()
await rm(folder, { recursive: true, force: true })
await rm(bundle, { recursive: true, force: true })

const columns = ['picture', 'built in, MB', 'largest second, Mbit', 'SSIM', 's to make']
const peers = ['x264 at that size, SSIM', '`FFMPEG_PATH`, MB', 'largest second, Mbit', 'SSIM']
writeResults('Rate', [
  `${RESOLUTION}, ${FRAME.width}×${FRAME.height}, ${SECONDS} s, ${workers} workers; a second may take ${ceiling / 1e6} Mbit, with a tenth on top. SSIM of light and colour against the frames before encoding; x264 at that size is veryfast in two passes.`,
  '',
  ...(hasFfmpeg ? [] : ['No ffmpeg is here: neither SSIM nor x264 was measured.', '']),
  ...tableOf([...columns, ...(hasFfmpeg ? peers : [])], rows),
  '',
  missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join(' ')}`,
])
