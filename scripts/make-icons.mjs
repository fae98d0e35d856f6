import { promises as fs } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicDir = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'public')
const BLADE_TURNS = Array.from({ length: 8 }, (_, index) => index * 45)

/** The mark on its background; `scale` is the mark's share, `radius` rounds the background's corners in the mark's 64 units. */
function iconSvg(scale, radius) {
  const bladePath = (turn) => `<path d="M32 4a28 28 0 0 1 17 5.8L38.6 23A12 12 0 0 0 32 20.6Z" transform="rotate(${turn} 32 32)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64">
  <defs><radialGradient id="g" cx=".5" cy=".1" r="1"><stop stop-color="#2a2118"/><stop offset=".7" stop-color="#0b0b0d"/></radialGradient></defs>
  <rect width="64" height="64" rx="${radius}" fill="url(#g)"/>
  <g fill="#ffb454" transform="translate(32 32) scale(${scale}) translate(-32 -32)">${BLADE_TURNS.map(bladePath).join('')}<path d="M28.6 26.4v11.2l9.2-5.6Z"/></g></svg>`
}

const ICONS = [
  { file: 'icon-192.png', size: 192, scale: 0.78, radius: 14 },
  { file: 'icon-512.png', size: 512, scale: 0.78, radius: 14 },
  { file: 'maskable-512.png', size: 512, scale: 0.6, radius: 0 },
  { file: 'apple-touch-180.png', size: 180, scale: 0.72, radius: 0 },
]

await fs.mkdir(path.join(publicDir, 'icons'), { recursive: true })
for (const { file, size, scale, radius } of ICONS) {
  const png = await sharp(Buffer.from(iconSvg(scale, radius)), { density: 192 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  await fs.writeFile(path.join(publicDir, 'icons', file), png)
}
