// Renders first, middle and last frame of every effect side by side, for a visual check: npm run sheet -- effects [picture] [sheet.png]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const FRAME_HEIGHT = 216
const TITLE_HEIGHT = 30
const GAP_PX = 6
const COLUMNS = 2
const SECONDS = 6
const FRAMES_PER_SECOND = 24
const FRAME_TIMES = [0, 0.5, 1]

const [sheetName = 'effects', picturePath, sheetPath = join(ROOT, 'test-results/effects.png')] = process.argv.slice(2)
if (sheetName !== 'effects') {
  console.error('Usage: npm run sheet -- effects [picture] [sheet.png]')
  process.exit(1)
}

async function loadMotion() {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'kinora-sheet-'))
  const motionFile = (name) => join(ROOT, 'motion', name)
  const input = {
    effects: motionFile('effects/effects.ts'),
    plan: motionFile('make-plan.ts'),
    renderer: motionFile('create-renderer.ts'),
    kernel: motionFile('kernel/create-kernel.ts'),
    size: motionFile('create-renderer.ts'),
    photo: join(ROOT, 'tests/fixtures/photos/make-photo.ts'),
  }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir, target: 'node20', rollupOptions: { input } },
  })
  const load = (name) => import(pathToFileURL(join(outDir, `${name}.js`)).href)
  const loadedModules = await Promise.all(Object.keys(input).map(load))
  await rm(outDir, { recursive: true, force: true })
  return Object.assign({}, ...loadedModules)
}

const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function renderTitle(text, width) {
  const svg = `<svg width="${width}" height="${TITLE_HEIGHT}"><text x="2" y="21" fill="#ddd" font-family="sans-serif" font-size="18">${escapeXml(text)}</text></svg>`
  return Buffer.from(svg)
}

const motion = await loadMotion()
const picture = sharp(picturePath ?? (await motion.makePhoto({ width: 1600, height: 900, seed: 3 }))).rotate()
const { info } = await picture.clone().toBuffer({ resolveWithObject: true })
const frame = { width: 2 * Math.round((FRAME_HEIGHT * info.width) / info.height / 2), height: FRAME_HEIGHT }
const kernel = await motion.createKernel()

async function renderFrames(effect) {
  const request = {
    kind: 'effect',
    prompt: '',
    effectId: effect.id,
    picture: info,
    seconds: SECONDS,
    framesPerSecond: FRAMES_PER_SECOND,
    imageFidelity: 0.5,
  }
  const plan = motion.makePlan({ ...request, seed: 7, variation: 0 })
  const size = motion.sourceSize(plan, frame)
  const data = await picture.clone().resize(size.width, size.height, { fit: 'fill' }).ensureAlpha().raw().toBuffer()
  const renderer = motion.createRenderer(kernel, plan, [{ ...size, data }], frame)
  const frames = FRAME_TIMES.map((time) => Buffer.from(renderer.rgba(Math.round(time * (plan.frameCount - 1)))))
  return frames
}

const cellWidth = FRAME_TIMES.length * (frame.width + GAP_PX)
const cellHeight = FRAME_HEIGHT + TITLE_HEIGHT + GAP_PX
const layers = []
for (const [index, effect] of motion.EFFECTS.entries()) {
  const left = (index % COLUMNS) * (cellWidth + GAP_PX)
  const top = Math.floor(index / COLUMNS) * cellHeight
  layers.push({ input: renderTitle(`${effect.name} · ${effect.mood}`, cellWidth), left, top })
  const rawFormat = { width: frame.width, height: frame.height, channels: 4 }
  for (const [frameIndex, input] of (await renderFrames(effect)).entries()) {
    layers.push({ input, raw: rawFormat, left: left + frameIndex * (frame.width + GAP_PX), top: top + TITLE_HEIGHT })
  }
}
const rows = Math.ceil(motion.EFFECTS.length / COLUMNS)
const sheet = { width: COLUMNS * (cellWidth + GAP_PX), height: rows * cellHeight, channels: 3, background: '#111' }
await mkdir(resolve(sheetPath, '..'), { recursive: true })
await writeFile(
  sheetPath,
  await sharp({ create: sheet })
    .composite(layers)
    .toFormat(sheetPath.endsWith('.webp') ? 'webp' : 'png')
    .toBuffer(),
)
console.log(`${motion.EFFECTS.length} effects: ${sheetPath}`)
