import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { build } from 'vite'

/** The photos are painted once in this size and scaled up. The grain is added in full size, as a sensor does. */
const PAINTED_SIZE = { width: 4032, height: 3024 }
const GRAIN_CELLS = 1 << 16
const PHOTOS = [
  { name: '12 MP', file: 'photo-12mp.jpg', width: 4032, height: 3024, quality: 93, grain: 11 },
  { name: '48 MP', file: 'photo-48mp.jpg', width: 8064, height: 6048, quality: 90, grain: 14 },
  { name: '108 MP', file: 'photo-108mp.jpg', width: 12_000, height: 9000, quality: 90, grain: 14 },
]

/** The bench's own photos, which are made once and cached. */
export async function makePhotos(root) {
  const folder = join(root, 'node_modules/.cache/kinora-bench-photos')
  await mkdir(folder, { recursive: true })
  const missingPhotos = PHOTOS.filter(({ file }) => !existsSync(join(folder, file)))
  if (missingPhotos.length > 0) {
    const paintedPng = await paintLandscape(root, folder)
    for (const photo of missingPhotos) await writePhoto(paintedPng, photo, join(folder, photo.file))
  }
  return PHOTOS.map(({ name, file, width, height }) => ({
    name,
    path: join(folder, file),
    type: 'image/jpeg',
    isOurs: true,
    width,
    height,
  }))
}

async function paintLandscape(root, folder) {
  const file = join(folder, 'painted.png')
  if (!existsSync(file)) {
    console.log('Painting the photos; this is done once.')
    const outDir = await mkdtemp(join(folder, 'build-'))
    const input = join(root, 'tests/fixtures/photos/landscape.ts')
    await build({ root, configFile: false, logLevel: 'error', build: { ssr: input, outDir, target: 'node20' } })
    const { renderLandscape } = await import(pathToFileURL(join(outDir, 'landscape.js')).href)
    const raw = { ...PAINTED_SIZE, channels: 3 }
    await sharp(renderLandscape(PAINTED_SIZE.width, PAINTED_SIZE.height, 3), { raw })
      .png({ compressionLevel: 1 })
      .toFile(file)
    await rm(outDir, { recursive: true })
  }
  return readFile(file)
}

async function writePhoto(paintedPng, { width, height, quality, grain }, path) {
  const pixels = await sharp(paintedPng).resize(width, height, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  addGrain(pixels, grain)
  const raw = { width, height, channels: 3 }
  const file = await sharp(pixels, { raw, limitInputPixels: false }).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()
  await writeFile(`${path}.part`, file)
  await rename(`${path}.part`, path)
}

/** Adds noise as from a sensor in daylight: mostly brightness, a little colour. It is equal in every run. */
function addGrain(pixels, strength) {
  let seed = 7
  const nextRandom = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  const grain = Int8Array.from({ length: GRAIN_CELLS }, () => Math.round((nextRandom() + nextRandom() + nextRandom() - 1.5) * strength))
  const bytes = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
  for (let offset = 0; offset + 2 < bytes.length; offset += 3) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    const light = grain[seed >>> 16]
    const tint = grain[(seed >>> 8) & (GRAIN_CELLS - 1)] >> 2
    bytes[offset] += light + tint
    bytes[offset + 1] += light
    bytes[offset + 2] += light - tint
  }
}
