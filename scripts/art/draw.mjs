// Draws the sample pictures of the galleries: npm run art [slug…]; with --sheet file.png it only shows them small.
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { createFilm } from './core/film.mjs'
import { develop } from './core/develop.mjs'
import { createNoise } from './core/noise.mjs'
import { SCENES } from './scenes.mjs'

const FOLDER = resolve(import.meta.dirname, '../../server/seed/art')
const MANIFEST = join(FOLDER, 'art.json')
const MAX_BYTES = 90_000
const QUALITIES = [88, 84, 80, 76, 72, 68, 64, 60, 55, 50, 45, 40, 35, 30]
const SHEET_SCALE = 0.4
const SHEET_COLUMNS = 4

const words = process.argv.slice(2)
const sheetAt = words.indexOf('--sheet')
const sheetPath = sheetAt < 0 ? null : words.splice(sheetAt, 2)[1]
const unknown = words.filter((word) => !SCENES.some(({ slug }) => slug === word))
if (unknown.length > 0 || sheetPath === undefined) {
  console.error(`Usage: npm run art [-- --sheet file.png] [slug…]; unknown: ${unknown.join(' ')}`)
  process.exit(1)
}
const chosen = words.length === 0 ? SCENES : SCENES.filter(({ slug }) => words.includes(slug))

async function picture(scene, scale) {
  const samples = scale === 1 ? (scene.samples ?? 2) : 1
  const side = (length) => 2 * Math.round((length * scale * samples) / 2)
  const film = createFilm(side(scene.width), side(scene.height))
  await scene.paint(film, createNoise(scene.seed))
  return develop(film, samples, scene.development)
}

async function encoded({ width, height, bytes }) {
  const raw = { width, height, channels: 3 }
  for (const quality of QUALITIES) {
    const file = await sharp(bytes, { raw }).webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
    if (file.length <= MAX_BYTES) return { file, quality }
  }
  throw new Error('This picture has too much detail to be small.')
}

const toEntry = ({ slug, width, height, title, tags, mood }) => ({ slug, file: `${slug}.webp`, width, height, title, tags, mood })

async function drawAll() {
  const standing = new Set(JSON.parse(await readFile(MANIFEST, 'utf8').catch(() => '[]')).map(({ slug }) => slug))
  for (const scene of chosen) {
    const startedMs = performance.now()
    const { slug } = scene
    const { file, quality } = await encoded(await picture(scene, 1))
    await writeFile(join(FOLDER, `${slug}.webp`), file)
    standing.add(slug)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${slug}: ${Math.round(file.length / 1000)} kB at quality ${quality} in ${seconds} s`)
  }
  const entries = SCENES.filter(({ slug }) => standing.has(slug)).map(toEntry)
  const text = JSON.stringify(entries, null, 2).replaceAll(/\[\s+("[^\]]+?)\s+\]/g, (_all, inside) => `[${inside.replaceAll(/\s+/g, ' ')}]`)
  await writeFile(MANIFEST, `${text}\n`)
}

async function drawSheet(path) {
  const cell = Math.round(1280 * SHEET_SCALE) + 8
  const layers = []
  for (const [index, scene] of chosen.entries()) {
    const startedMs = performance.now()
    const { width, height, bytes } = await picture(scene, SHEET_SCALE)
    console.log(`${scene.slug}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
    const left = (index % SHEET_COLUMNS) * cell
    layers.push({ input: bytes, raw: { width, height, channels: 3 }, left, top: Math.floor(index / SHEET_COLUMNS) * cell })
  }
  const rows = Math.ceil(chosen.length / SHEET_COLUMNS)
  const canvas = { width: cell * Math.min(SHEET_COLUMNS, chosen.length), height: cell * rows, channels: 3, background: '#111' }
  await sharp({ create: canvas }).composite(layers).png().toFile(path)
}

await (sheetPath === null ? drawAll() : drawSheet(sheetPath))
