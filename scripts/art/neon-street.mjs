import { clamp, cover, hex, light, smooth } from './core/colour.mjs'
import { createCamera } from './core/march.mjs'

const EYE = [0.25, 1.5, 0]
const CAMERA = createCamera({ eye: EYE, target: [-0.1, 1.95, 6], zoom: 0.95 })
const TINTS = ['#ff2d78', '#19d3ff', '#ffb020', '#a24bff', '#ff4a2a', '#2effa6'].map((text) => hex(text, 2.6))
const FOG = hex('#4a2a78', 0.55)
const WALKER =
  '<g transform="translate(-0.018 0.165) scale(0.00125)"><path d="M-58,-92 Q-50,-140 0,-146 Q50,-140 58,-92 Q44,-102 30,-92 Q15,-102 0,-92 Q-15,-102 -30,-92 Q-44,-102 -58,-92Z M-1.5,-95 L-1.5,-50 L1.5,-50 L1.5,-95Z"/><circle cx="8" cy="-72" r="10"/><path d="M-6,-58 Q8,-66 22,-58 L27,-16 L24,-8 L22,40 L26,62 L15,62 L10,8 L4,40 L-8,62 L-14,58 L-4,34 L-4,-8 Z"/></g>'

function wallLight(noise, side, y, z, out) {
  const block = Math.floor(z / 2.6)
  const roof = 5 + 7 * noise.cell(block, side + 5, 1)
  if (y > roof) return false
  const wx = (z % 2.6) / 2.6
  const px = Math.floor(wx * 5)
  const py = Math.floor(y / 0.75)
  const inX = Math.abs(wx * 5 - px - 0.5)
  const inY = Math.abs(y / 0.75 - py - 0.5)
  const on = noise.cell(px + block * 7, py, side + 9)
  const dull = 0.02 + 0.012 * noise.fbm2(z * 3, y * 3, 3)
  out[0] = dull
  out[1] = dull * 0.9
  out[2] = dull * 1.5
  if (inX < 0.33 && inY < 0.36 && on > 0.62) light(out, on > 0.85 ? [0.4, 0.75, 0.9] : [1, 0.62, 0.26], 0.15 + 0.9 * (on - 0.6) * (1 - inY))
  for (let i = 0; i < 3; i++) sign(noise, block * 3 + i, side, y, z - block * 2.6, out)
  if (y < 1.9) {
    const shop = TINTS[Math.floor(noise.cell(block, 7, side) * 6)]
    light(out, shop, 0.28 * smooth(1.9, 1.2, y) * (0.5 + 0.5 * noise.noise2(z * 4, y * 2)) * (inX < 0.42 ? 1 : 0.1))
  }
  return true
}

function sign(noise, id, side, y, z, out) {
  const tint = TINTS[Math.floor(noise.cell(id, side, 20) * 6)]
  const cy = 2.3 + 3.2 * noise.cell(id, side, 21)
  const cz = 0.3 + 2 * noise.cell(id, side, 22)
  const tall = 0.35 + 0.8 * noise.cell(id, side, 23)
  const wide = 0.16 + 0.4 * (1.2 - tall) * noise.cell(id, side, 24)
  const dy = Math.abs(y - cy) - tall
  const dz = Math.abs(z - cz) - wide
  const gap = Math.max(dy, dz)
  light(out, tint, 0.16 * Math.exp(-Math.max(0, gap) * 3.5))
  if (gap > 0) return
  const frame = smooth(-0.09, -0.03, gap)
  const row = (y - cy) / (wide * 1.7)
  const glyph = noise.cell(Math.floor(row * 5), Math.floor(((z - cz) / wide) * 3), id) > 0.5 && (row * 1 + 40) % 1 > 0.15 ? 1 : 0
  light(out, tint, 0.14 + 0.9 * Math.max(frame * 0.8, glyph * (gap < -0.1 ? 1 : 0)))
}

function trace(noise, eye, ray, out) {
  const side = ray[0] > 0 ? 1 : 0
  const distance = ((side ? 2.3 : -2.3) - eye[0]) / ray[0]
  const z = eye[2] + ray[2] * distance
  const y = eye[1] + ray[1] * distance
  const hit = z < 60 && z > 0 && wallLight(noise, side, y, z, out)
  const far = hit ? distance : 60
  if (!hit) out.fill(0.004)
  const veil = 1 - Math.exp(-far * 0.05)
  cover(
    out,
    FOG.map((value, i) => value * (0.55 + [0.5, 0.15, 0.3][i] * Math.exp(-Math.abs(ray[1]) * 5))),
    hit ? veil : 0.75 * Math.exp(-Math.max(0, ray[1]) * 1.2),
  )
}

async function paint(film, noise) {
  film.shade((x, y, out) => {
    const ray = CAMERA(x, y)
    const ground = (0 - EYE[1]) / ray[1]
    const gx = EYE[0] + ray[0] * ground
    const gz = ray[2] * ground
    if (ray[1] >= 0 || Math.abs(gx) > 2.3 || gz > 60) return trace(noise, EYE, ray, out)
    const sum = [0, 0, 0]
    const puddle = smooth(-0.1, 0.25, noise.fbm2(gx * 0.9, gz * 0.5, 4))
    const rough = 0.05 * (1 - puddle) + 0.006
    for (let i = 0; i < 6; i++) {
      const wave = 0.5 * noise.noise2(gx * 9, gz * 5) * rough
      const jitter = (noise.cell(Math.floor(gx * 90) + i, Math.floor(gz * 40), i) - 0.5) * rough
      const bounced = [ray[0] + wave + jitter * 0.5, 0 - ray[1] + (i - 2.5) * rough * 0.9 + jitter, ray[2]]
      const seen = [0, 0, 0]
      trace(noise, [gx, 0, gz], bounced, seen)
      for (let j = 0; j < 3; j++) sum[j] += Math.min(1.4, seen[j]) / 6
    }
    const shine = 0.3 + 0.5 * puddle + 0.3 * clamp(1 + ray[1] * 3)
    for (let j = 0; j < 3; j++) out[j] = sum[j] * shine + 0.006
    cover(out, FOG, 0.5 * (1 - Math.exp(-ground * 0.05)))
    return out
  })
  const walker = await film.mask(WALKER)
  const image = await film.mask(WALKER.replace('0.165) scale(0.00125)', '0.322) scale(0.00125 -0.00125)'), 0.002)
  film.shade((x, y, out, at) => {
    cover(out, [0.008, 0.006, 0.014], 0.72 * image[at] * (0.8 + 0.4 * noise.noise2(x * 40, y * 120)))
    cover(out, [0.006, 0.005, 0.01], walker[at])
    const rain = smooth(0.93, 1, noise.noise2((x + y * 0.06) * 150, y * 5) * 0.5 + noise.noise2((x + y * 0.06) * 60, y * 3 + 9) * 0.8)
    light(out, [0.5, 0.5, 0.7], 0.12 * rain)
  })
}

export const neonStreet = {
  slug: 'neon-street',
  title: 'Neon after the rain',
  tags: ['city', 'neon', 'night', 'rain', 'street', 'silhouette'],
  mood: 'electric',
  width: 720,
  height: 1280,
  seed: 31,
  samples: 1,
  development: { exposure: 1.5, bloom: 0.55, bloomFrom: 0.6, bloomRadius: 0.025 },
  paint,
}
