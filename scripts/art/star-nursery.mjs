import { clamp, cover, hex, light, mixed, smooth } from './core/colour.mjs'
import { starAt } from './core/stars.mjs'

const STAR = [0.16, 0.23, -0.12]
const GAS = ['#0a1030', '#1d5a86', '#2fb6b8', '#c2408a', '#ff9a5a'].map((text) => hex(text))
/** Pillars of dust: foot, head, thickness at both. */
const PILLARS = [
  { foot: [-0.34, -0.62, 0], head: [-0.14, 0.2, -0.02], wide: [0.17, 0.075] },
  { foot: [0.02, -0.62, 0.1], head: [0.09, -0.04, 0.06], wide: [0.12, 0.045] },
  { foot: [0.42, -0.62, -0.02], head: [0.33, -0.13, 0], wide: [0.16, 0.055] },
]
const FROM = -0.3
const STEP = 0.012
const STEPS = 50

function createDust(noise) {
  return (x, y, z, octaves) => {
    let gap = 9
    for (const { foot, head, wide } of PILLARS) {
      const t = clamp((y - foot[1]) / (head[1] - foot[1]))
      const over = Math.max(0, y - head[1])
      const bend = 0.05 * noise.noise2(t * 3, wide[0] * 90)
      const away = Math.hypot(x - foot[0] - (head[0] - foot[0]) * t - bend, z - foot[2] - (head[2] - foot[2]) * t, over * 1.3)
      gap = Math.min(gap, away - wide[0] - (wide[1] - wide[0]) * t)
    }
    gap = Math.min(gap, 0.9 * (y + 0.47))
    if (gap > 0.12) return -gap
    const billow = noise.fbm3(x * 6.5, y * 5.2, z * 6.5, octaves)
    return 0.13 * billow - gap + 0.008
  }
}

function background(noise, x, y, out) {
  const bx = noise.fbm2(x * 1.4 + 2, y * 1.4, 5)
  const by = noise.fbm2(x * 1.4 - 4, y * 1.4 + 6, 5)
  const gas = noise.fbm2(x * 1.7 + bx * 1.9, y * 1.7 + by * 1.9, 7)
  const near = Math.exp(-Math.hypot(x - STAR[0], y - STAR[1]) * 3)
  light(out, GAS[0], 0.8)
  light(out, GAS[1], 0.75 * smooth(-0.5, 0.5, gas))
  light(out, GAS[2], 1.2 * near * smooth(-0.35, 0.45, gas + 0.3 * by))
  light(out, GAS[3], 0.75 * smooth(0, 0.6, gas + 0.45 * bx + 0.3 * y) * (1 - 0.5 * near))
  light(out, GAS[4], 1.3 * near ** 1.7 * smooth(-0.2, 0.6, bx + by + gas))
  const lanes = smooth(0.1, 0.55, noise.fbm2(x * 3 + by * 2, y * 3 - bx * 2, 6))
  for (let i = 0; i < 3; i++) out[i] *= 1 - 0.6 * lanes
  light(out, [0.75, 0.88, 1.1], starAt(noise, x + 3, y + 3, { fine: 74, rare: 0.74, size: 0.08 }))
  light(out, [1, 0.9, 0.8], starAt(noise, x + 9, y + 5, { fine: 26, rare: 0.92, size: 0.04, salt: 6 }))
}

/** Marches through the dust; the sides facing the star shine, thin edges glow in front of the gas. */
function pillars(noise, dustAt, x, y, out) {
  let left = 1
  const sum = [0, 0, 0]
  for (let i = 0; i < STEPS && left > 0.02; i++) {
    const z = FROM + i * STEP
    const here = dustAt(x, y, z, 5)
    if (here < -0.06) {
      i += Math.min(6, Math.floor((-here * 0.6) / STEP))
      continue
    }
    const dense = smooth(0, 0.03, here)
    const toStar = [STAR[0] - x, STAR[1] - y, STAR[2] - z]
    const away = Math.hypot(...toStar)
    const ahead = 0.035 / away
    const there = dustAt(x + toStar[0] * ahead, y + toStar[1] * ahead, z + toStar[2] * ahead, 4)
    const lit = clamp(0.2 - there * 17 + here * 9) ** 1.4 * (1 / (0.25 + 4 * away * away))
    const rim = smooth(-0.05, 0, here) * (1 - dense)
    const opaque = 1 - Math.exp(-(dense * 34 + rim * 0.8) * STEP * 3)
    const tone = mixed(hex('#2a0f1c'), hex('#7a3a28'), clamp(0.4 + noise.noise3(x * 9, y * 9, z * 9)))
    for (let j = 0; j < 3; j++) {
      const warm = [1.5, 0.78, 0.4][j] * lit * dense + [0.35, 0.62, 0.6][j] * rim * 0.25
      sum[j] += left * opaque * (tone[j] * (0.13 + 1.3 * lit) + warm * 0.9)
    }
    left *= 1 - opaque
  }
  cover(out, [0, 0, 0], 1 - left)
  light(out, sum)
}

function spikes(film, x, y, size) {
  film.glow(x, y, 0.007 * size + 0.001, [1, 0.97, 0.9], 5)
  film.glow(x, y, 0.045 * size, [0.5, 0.65, 0.95], 0.5)
  film.shade(
    (px, py, out) => {
      const dx = Math.abs(px - x) / size
      const dy = Math.abs(py - y) / size
      light(out, [0.8, 0.9, 1], 1.2 * (Math.exp(-dx * 20 - dy * 900) + Math.exp(-dy * 20 - dx * 900)))
    },
    { left: x - 0.25 * size, right: x + 0.25 * size, bottom: y - 0.25 * size, top: y + 0.25 * size },
  )
}

function paint(film, noise) {
  const dustAt = createDust(noise)
  film.shade((x, y, out) => {
    background(noise, x, y, out)
    pillars(noise, dustAt, x, y, out)
  })
  spikes(film, STAR[0], STAR[1], 1.15)
  for (let i = 0; i < 11; i++) spikes(film, (noise.random() - 0.5) * 0.95, 0.46 - 0.62 * noise.random(), 0.16 + 0.4 * noise.random() ** 2)
}

export const starNursery = {
  slug: 'star-nursery',
  title: 'Where stars are born',
  tags: ['nebula', 'space', 'stars', 'clouds'],
  mood: 'awe',
  width: 1024,
  height: 1024,
  seed: 101,
  samples: 1,
  development: { exposure: 1.2, bloom: 0.3, vignette: 0.4 },
  paint,
}
