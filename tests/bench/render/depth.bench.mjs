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

const SECONDS = 6
const SEED = 1
const PHOTO = { width: 4000, height: 3000 }
const FRAME = { width: 960, height: 720 }
const PROMPTS = ['slow push in', 'orbit, fog', 'orbit, focus pull']
/** The goal for the whole job with measured depth, as a multiple of the encoder alone. */
const MOST_ENCODERS = 1.5
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

async function timed(work) {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

/** A photo whose blue channel contains the depth of a simple scene, which the tiny model reads. */
async function photoWithDepth() {
  const { depthAt } = depthScene(PHOTO.width / PHOTO.height)
  const { data } = await sharp(await makePhoto({ ...PHOTO, seed: 3 }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let pixel = 0; pixel < data.length / 3; pixel++) {
    const [x, y] = [pixel % PHOTO.width, Math.floor(pixel / PHOTO.width)]
    data[pixel * 3 + 2] = depthAt((x + 0.5) / PHOTO.width, (y + 0.5) / PHOTO.height) * 255
  }
  return sharp(data, { raw: { ...PHOTO, channels: 3 } })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const never = new AbortController().signal
const imagePath = join(folder, 'photo.jpg')
await writeFile(imagePath, await photoWithDepth())
const ownModel = process.env.DEPTH_MODEL
const modelPath = ownModel === undefined ? join(folder, 'tiny.onnx') : resolve(ownModel)
if (ownModel === undefined) await writeFile(modelPath, writeOnnx({ weights: [0, 0, 1] }))

const openAt = (name) =>
  openDepthSource({
    workerUrl: urlOf('depth-worker'),
    modelPath,
    threads: workers,
    cache: createDepthCache(join(folder, name), Date.now),
    onProblem: (error) => {
      throw error
    },
  })
const first = await timed(() => openAt('first'))
await first.value.close()
const measuring = []
for (let round = 0; round < rounds; round++) {
  const source = await openAt(`maps-${round}`)
  measuring.push((await timed(() => source.measure(imagePath, never))).ms)
  await source.close()
}
const source = await openAt('maps-0')
const again = await timed(() => source.measure(imagePath, never))
const depth = again.value

const render = { workerUrl: urlOf('render-worker'), workers }
const engines = { guess: createBuiltinEngine(render), measured: createBuiltinEngine({ ...render, depth: source }) }
const files = { videoPath: join(folder, 'video.mp4'), posterPath: join(folder, 'poster.jpg') }
const asked = {
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
  const request = { ...asked, prompt, imagePaths: [imagePath], duration: `${SECONDS}s`, resolution: '720p', ...files }
  const job = { imagePath, prompt, frame: FRAME, seconds: SECONDS, seed: SEED }
  const drawn = await drawFrames({ ...job, depth })
  const times = { guess: [], measured: [], encoder: [] }
  await engines.measured.run(request, runWithoutListeners)
  for (let round = 0; round < rounds; round++) {
    for (const name of ['guess', 'measured']) times[name].push((await timed(() => engines[name].run(request, runWithoutListeners))).ms)
    times.encoder.push((await timed(() => encodeAlone(urlOf('encode-worker'), workers, FRAME, drawn))).ms)
  }
  const frames = { guess: await leastFrameMs(job), measured: await leastFrameMs({ ...job, depth }) }
  const encoders = median(times.measured.map((ms, i) => ms / times.encoder[i]))
  const before = median(times.guess.map((ms, i) => ms / times.encoder[i]))
  rows.push({ prompt, ...times, frames, encoders, before })
  console.log(prompt, encoders.toFixed(2), before.toFixed(2))
}
for (const engine of Object.values(engines)) await engine.close()
await source.close()
await rm(folder, { recursive: true, force: true })
await rm(bundle, { recursive: true, force: true })

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`
const slow = rows.filter(({ encoders }) => encoders > MOST_ENCODERS)
const model = ownModel === undefined ? 'a model of one convolution, so that all but inference is counted' : basename(modelPath)
writeResults('Depth', [
  `12 megapixel JPEG, ${FRAME.width}×${FRAME.height}, ${SECONDS} s, ${workers} workers, default encoder, ${model}; medians of ${rounds} rounds by turns.`,
  '',
  `Extra time a picture: ${Math.round(median(measuring))} ms where it is measured (decoding, scaling, inference, map), ${Math.round(again.ms)} ms where it is known; loading the model ${Math.round(first.ms)} ms.`,
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
    rows.map(({ prompt, guess, measured, encoder, frames, encoders, before }) => [
      prompt,
      seconds(median(guess)),
      seconds(median(measured)),
      median(measured.map((ms, i) => ms / guess[i])).toFixed(2),
      seconds(median(encoder)),
      before.toFixed(2),
      encoders.toFixed(2),
      `${frames.guess.toFixed(1)} ms`,
      `${frames.measured.toFixed(1)} ms`,
    ]),
  ),
  '',
  slow.length === 0
    ? 'All goals are met.'
    : `Missed: ${slow.map(({ prompt, encoders }) => `${prompt}: ${encoders.toFixed(2)} × the encoder alone, ${MOST_ENCODERS} is allowed.`).join(' ')}`,
])
