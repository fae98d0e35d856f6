// Measures videos of hard and ordinary pictures: their size, their largest second, and the quality of the frames. Compares the quality with
// x264 at the same size: npm run bench -- rate
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableOf, writeResults } from '../write-results.mjs'
import { bundleRender } from './bundle-render.mjs'
import { encodeX264SameSize } from './x264-same-size.mjs'
import { runWithoutListeners } from './run-without-listeners.mjs'

const VIDEO_SECONDS = 6
const SEED = 1
const RESOLUTION = '720p'
const CEILING_TOLERANCE = 1.1
const PAINTED_SIZE = { width: 3264, height: 2448 }
const PHOTO_SIZE = { width: 4000, height: 3000 }
const FRAME_SIZE = { width: 960, height: 720 }
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
const renderOptions = { workerUrl: urlOf('render-worker'), workers }
const engines = {
  builtin: createBuiltinEngine(renderOptions),
  x264: hasFfmpeg ? createBuiltinEngine({ ...renderOptions, ffmpegPath: 'ffmpeg' }) : null,
}
const [framesPath, sameSizePath] = [join(folder, 'frames.yuv'), join(folder, 'same.mp4')]

async function measureVideo(engine, name, imagePath, prompt) {
  const videoPath = join(folder, `${name}.mp4`)
  const commonRequest = { taskId: 'bench', bizType: 'CUSTOM', templateId: null, aiMusic: 0, seed: SEED, variation: 0, imageFidelity: 0.5 }
  const files = { videoPath, posterPath: join(folder, 'poster.jpg') }
  const startedAt = performance.now()
  const { bytes } = await engine.run(
    { ...commonRequest, prompt, imagePaths: [imagePath], duration: `${VIDEO_SECONDS}s`, resolution: RESOLUTION, ...files },
    runWithoutListeners,
  )
  const ms = performance.now() - startedAt
  const peakBits = await peakSecondBits(new Uint8Array(await readFile(videoPath)))
  return { bytes, ms, peakBits, ssim: hasFfmpeg ? videoSsim(videoPath, framesPath, FRAME_SIZE) : null }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(2)
const ssimText = (ssim) => (ssim === null ? '' : ssim.toFixed(4))
const rows = []
const missed = []
for (const { name, paint, prompt } of CASES) {
  const imagePath = join(folder, 'picture.jpg')
  await writeFile(imagePath, await (paint === null ? makePhoto({ ...PHOTO_SIZE, seed: 3 }) : paintPicture(paint, PAINTED_SIZE, SEED)))
  await writeFile(framesPath, (await drawFrames({ imagePath, prompt, frame: FRAME_SIZE, seconds: VIDEO_SECONDS, seed: SEED })).frames)
  const builtin = await measureVideo(engines.builtin, 'builtin', imagePath, prompt)
  const x264 = engines.x264 === null ? null : await measureVideo(engines.x264, 'x264', imagePath, prompt)
  if (x264 !== null) encodeX264SameSize(framesPath, sameSizePath, FRAME_SIZE, (await stat(join(folder, 'builtin.mp4'))).size, VIDEO_SECONDS)
  for (const [encoder, result] of Object.entries({ 'built in': builtin, x264 })) {
    if (result === null) continue
    if (result.peakBits > ceiling * CEILING_TOLERANCE)
      missed.push(
        `${name}, ${encoder}: ${(result.peakBits / 1e6).toFixed(2)} Mbit in a second, ${(ceiling * CEILING_TOLERANCE) / 1e6} are allowed.`,
      )
  }
  const row = [name, megabytes(builtin.bytes), (builtin.peakBits / 1e6).toFixed(2), ssimText(builtin.ssim), (builtin.ms / 1000).toFixed(1)]
  const peerCells =
    x264 === null
      ? []
      : [
          ssimText(videoSsim(sameSizePath, framesPath, FRAME_SIZE)),
          megabytes(x264.bytes),
          (x264.peakBits / 1e6).toFixed(2),
          ssimText(x264.ssim),
        ]
  rows.push([...row, ...peerCells])
  console.log(rows.at(-1).join(' | '))
}
for (const engine of Object.values(engines)) await engine?.close()
await rm(folder, { recursive: true, force: true })
await rm(bundle, { recursive: true, force: true })

const columns = ['picture', 'built in, MB', 'largest second, Mbit', 'SSIM', 's to make']
const peerColumns = ['x264 at that size, SSIM', '`FFMPEG_PATH`, MB', 'largest second, Mbit', 'SSIM']
writeResults('Rate', [
  `${RESOLUTION}, ${FRAME_SIZE.width}×${FRAME_SIZE.height}, ${VIDEO_SECONDS} s, ${workers} workers; a second may take ${ceiling / 1e6} Mbit, with a tenth on top. SSIM of light and colour against the frames before encoding; x264 at that size is veryfast in two passes.`,
  '',
  ...(hasFfmpeg ? [] : ['No ffmpeg is here: neither SSIM nor x264 was measured.', '']),
  ...tableOf([...columns, ...(hasFfmpeg ? peerColumns : [])], rows),
  '',
  missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join(' ')}`,
])
