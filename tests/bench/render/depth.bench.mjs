// Measures the cost of depth estimation: the extra time for a picture, and the whole job against one with a guessed depth and against the
// encoder alone. DEPTH_MODEL names a real model; by default the bench writes a tiny one. Run it on an idle machine: npm run bench -- depth
// [rounds]
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import sharp from 'sharp'
import { tableOf, writeResults } from '../write-results.mjs'
import { bundleRender } from './bundle-render.mjs'
import { encodeAlone } from './encode-alone.mjs'
import { runWithoutListeners } from './run-without-listeners.mjs'

const VIDEO_SECONDS = 6
const SEED = 1
const PHOTO_SIZE = { width: 4000, height: 3000 }
const FRAME_SIZE = { width: 960, height: 720 }
const PROMPTS = ['slow push in', 'orbit, fog', 'orbit, focus pull']
/** The largest allowed time of a whole job with measured depth, as a multiple of the encoder's time alone. */
const MAX_ENCODER_RATIO = 1.5
const rounds = Number(process.argv[2] ?? 3)
const workers = Math.min(availableParallelism(), 4)

const { folder: bundle, urlOf } = await bundleRender()
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'))
const { createBuiltinEngine } = await import(urlOf('engine'))
const { createDepthCache } = await import(urlOf('depth-cache'))
const { openDepthSource } = await import(urlOf('depth-source'))
const { drawFrames, leastFrameMs } = await import(urlOf('draw-frames'))
const { depthScene } = await import(urlOf('depth-scene'))
const { makePhoto } = await import(urlOf('make-photo'))
const { writeOnnx } = await import(urlOf('write-onnx'))

async function measure(work) {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

/** A photo whose blue channel contains the depth of a simple scene, which the tiny model reads. */
async function makePhotoWithDepth() {
  const { depthAt } = depthScene(PHOTO_SIZE.width / PHOTO_SIZE.height)
  const { data } = await sharp(await makePhoto({ ...PHOTO_SIZE, seed: 3 }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let pixel = 0; pixel < data.length / 3; pixel++) {
    const [x, y] = [pixel % PHOTO_SIZE.width, Math.floor(pixel / PHOTO_SIZE.width)]
    data[pixel * 3 + 2] = depthAt((x + 0.5) / PHOTO_SIZE.width, (y + 0.5) / PHOTO_SIZE.height) * 255
  }
  return sharp(data, { raw: { ...PHOTO_SIZE, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const neverAborted = new AbortController().signal
const imagePath = join(folder, 'photo.jpg')
await writeFile(imagePath, await makePhotoWithDepth())
const ownModel = process.env.DEPTH_MODEL
const modelPath = ownModel === undefined ? join(folder, 'tiny.onnx') : resolve(ownModel)
if (ownModel === undefined) await writeFile(modelPath, writeOnnx({ weights: [0, 0, 1] }))

const openSource = (name) =>
  openDepthSource({
    workerUrl: urlOf('depth-worker'),
    modelPath,
    threads: workers,
    cache: createDepthCache(join(folder, name), Date.now),
    onProblem: (error) => {
      throw error
    },
  })
const firstOpening = await measure(() => openSource('first'))
await firstOpening.value.close()
const measureTimesMs = []
for (let round = 0; round < rounds; round++) {
  const source = await openSource(`maps-${round}`)
  measureTimesMs.push((await measure(() => source.measure(imagePath, neverAborted))).ms)
  await source.close()
}
const source = await openSource('maps-0')
const cachedMeasure = await measure(() => source.measure(imagePath, neverAborted))
const depth = cachedMeasure.value

const renderOptions = { workerUrl: urlOf('render-worker'), workers }
const engines = { guess: createBuiltinEngine(renderOptions), measured: createBuiltinEngine({ ...renderOptions, depth: source }) }
const files = { videoPath: join(folder, 'video.mp4'), posterPath: join(folder, 'poster.jpg') }
const commonRequest = {
  taskId: 'bench',
  bizType: 'CUSTOM',
  modelName: '',
  templateId: null,
  aiMusic: 0,
  seed: SEED,
  variation: 0,
  imageFidelity: 0.5,
}
const rows = []
for (const prompt of PROMPTS) {
  const request = { ...commonRequest, prompt, imagePaths: [imagePath], duration: `${VIDEO_SECONDS}s`, resolution: '720p', ...files }
  const job = { imagePath, prompt, frame: FRAME_SIZE, seconds: VIDEO_SECONDS, seed: SEED }
  const drawnFrames = await drawFrames({ ...job, depth })
  const times = { guess: [], measured: [], encoder: [] }
  await engines.measured.run(request, runWithoutListeners)
  for (let round = 0; round < rounds; round++) {
    for (const name of ['guess', 'measured']) times[name].push((await measure(() => engines[name].run(request, runWithoutListeners))).ms)
    times.encoder.push((await measure(() => encodeAlone(urlOf('encode-worker'), workers, FRAME_SIZE, drawnFrames))).ms)
  }
  const frames = { guess: await leastFrameMs(job), measured: await leastFrameMs({ ...job, depth }) }
  const measuredRatio = median(times.measured.map((ms, i) => ms / times.encoder[i]))
  const guessedRatio = median(times.guess.map((ms, i) => ms / times.encoder[i]))
  rows.push({ prompt, ...times, frames, measuredRatio, guessedRatio })
  console.log(prompt, measuredRatio.toFixed(2), guessedRatio.toFixed(2))
}
for (const engine of Object.values(engines)) await engine.close()
await source.close()
await rm(folder, { recursive: true, force: true })
await rm(bundle, { recursive: true, force: true })

const formatSeconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const slowRows = rows.filter(({ measuredRatio }) => measuredRatio > MAX_ENCODER_RATIO)
const model = ownModel === undefined ? 'a model of one convolution, so that all but inference is counted' : basename(modelPath)
writeResults('Depth', [
  `12 megapixel JPEG, ${FRAME_SIZE.width}×${FRAME_SIZE.height}, ${VIDEO_SECONDS} s, ${workers} workers, default encoder, ${model}; medians of ${rounds} rounds by turns.`,
  '',
  `Extra time a picture: ${Math.round(median(measureTimesMs))} ms where it is measured (decoding, scaling, inference, map), ${Math.round(cachedMeasure.ms)} ms where it is known; loading the model ${Math.round(firstOpening.ms)} ms.`,
  '',
  ...tableOf(
    [
      'what',
      'guessed',
      'measured',
      'measured / guessed',
      'encoder alone',
      'guessed / encoder',
      'measured / encoder',
      'one frame guessed',
      'measured',
    ],
    rows.map(({ prompt, guess, measured, encoder, frames, measuredRatio, guessedRatio }) => [
      prompt,
      formatSeconds(median(guess)),
      formatSeconds(median(measured)),
      median(measured.map((ms, i) => ms / guess[i])).toFixed(2),
      formatSeconds(median(encoder)),
      guessedRatio.toFixed(2),
      measuredRatio.toFixed(2),
      `${frames.guess.toFixed(1)} ms`,
      `${frames.measured.toFixed(1)} ms`,
    ]),
  ),
  '',
  slowRows.length === 0
    ? 'All goals are met.'
    : `Missed: ${slowRows.map(({ prompt, measuredRatio }) => `${prompt}: ${measuredRatio.toFixed(2)} × the encoder alone, ${MAX_ENCODER_RATIO} is allowed.`).join(' ')}`,
])
