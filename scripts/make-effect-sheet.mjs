// Renders first, middle and last frame of every effect side by side, for a visual check: npm run sheet -- effects [picture] [sheet.png]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const FRAME_HEIGHT = 216
const TITLE_HEIGHT = 30
const GAP = 6
const COLUMNS = 2
const SECONDS = 6
const FRAMES_PER_SECOND = 24
const MOMENTS = [0, 0.5, 1]

const [what = 'effects', picturePath, sheetPath = join(ROOT, 'test-results/effects.png')] = process.argv.slice(2)
if (what !== 'effects') {
  console.error('Usage: npm run sheet -- effects [picture] [sheet.png]')
  process.exit(1)
}

async function bundle() {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'kinora-sheet-'))
  const motion = (name) => join(ROOT, 'motion', name)
  const input = {
    effects: motion('effects/effects.ts'),
    plan: motion('make-plan.ts'),
    renderer: motion('create-renderer.ts'),
    kernel: motion('kernel/create-kernel.ts'),
    size: motion('create-renderer.ts'),
    photo: join(ROOT, 'tests/fixtures/photos/make-photo.ts'),
  }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir, target: 'node20', rollupOptions: { input } },
  })
  const load = (name) => import(pathToFileURL(join(outDir, `${name}.js`)).href)
  const parts = await Promise.all(Object.keys(input).map(load))
  await rm(outDir, { recursive: true, force: true })
  return Object.assign({}, ...parts)
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function titleOf(text, width) {
  const svg = `<svg width="${width}" height="${TITLE_HEIGHT}"><text x="2" y="21" fill="#ddd" font-family="sans-serif" font-size="18">${escaped(text)}</text></svg>`
  return Buffer.from(svg)
}

const engine = await bundle()
const picture = sharp(picturePath ?? (await engine.makePhoto({ width: 1600, height: 900, seed: 3 }))).rotate()
const { info } = await picture.clone().toBuffer({ resolveWithObject: true })
const frame = { width: 2 * Math.round((FRAME_HEIGHT * info.width) / info.height / 2), height: FRAME_HEIGHT }
const kernel = await engine.createKernel()

async function framesOf(effect) {
  const request = {
    kind: 'effect',
    prompt: '',
    effectId: effect.id,
    picture: info,
    seconds: SECONDS,
    framesPerSecond: FRAMES_PER_SECOND,
    imageFidelity: 0.5,
  }
  const plan = engine.makePlan({ ...request, seed: 7, variation: 0 })
  const size = engine.sourceSize(plan, frame)
  const data = await picture.clone().resize(size.width, size.height, { fit: 'fill' }).ensureAlpha().raw().toBuffer()
  const renderer = engine.createRenderer(kernel, plan, [{ ...size, data }], frame)
  const shots = MOMENTS.map((time) => Buffer.from(renderer.rgba(Math.round(time * (plan.frameCount - 1)))))
  return shots
}

const cellWidth = MOMENTS.length * (frame.width + GAP)
const cellHeight = FRAME_HEIGHT + TITLE_HEIGHT + GAP
const layers = []
for (const [index, effect] of engine.EFFECTS.entries()) {
  const left = (index % COLUMNS) * (cellWidth + GAP)
  const top = Math.floor(index / COLUMNS) * cellHeight
  layers.push({ input: titleOf(`${effect.name} · ${effect.mood}`, cellWidth), left, top })
  const raw = { width: frame.width, height: frame.height, channels: 4 }
  for (const [shotIndex, input] of (await framesOf(effect)).entries()) {
    layers.push({ input, raw, left: left + shotIndex * (frame.width + GAP), top: top + TITLE_HEIGHT })
  }
}
const rows = Math.ceil(engine.EFFECTS.length / COLUMNS)
const sheet = { width: COLUMNS * (cellWidth + GAP), height: rows * cellHeight, channels: 3, background: '#111' }
await mkdir(resolve(sheetPath, '..'), { recursive: true })
await writeFile(
  sheetPath,
  await sharp({ create: sheet })
    .composite(layers)
    .toFormat(sheetPath.endsWith('.webp') ? 'webp' : 'png')
    .toBuffer(),
)
console.log(`${engine.EFFECTS.length} effects: ${sheetPath}`)
