import { blurred } from './core/blur.mjs'
import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'

const PETAL = createRamp([
  [0, '#2c0420'],
  [0.3, '#a3123f'],
  [0.62, '#f0505a'],
  [0.85, '#ffa27c'],
  [1, '#ffe6cc', 1.1],
])
const LEAVES = createRamp([
  [-0.5, '#020807'],
  [0.1, '#0c2c26'],
  [0.5, '#3c6a4c'],
])
const HEART = [0.1, -0.09]
const COUNT = 190
const GOLDEN = 2.39996
/** How far the flower's plane leans away: its circles are seen as ellipses. */
const LEAN = 0.8
const SUN = Math.PI * 0.72

/** Petals from the rim to the heart, as they lie on each other. */
function createPetals(noise) {
  return Array.from({ length: COUNT }, (_, i) => {
    const grown = 1 - i / (COUNT - 1)
    const angle = i * GOLDEN + 0.12 * (noise.random() - 0.5)
    const long = 0.05 + 0.3 * grown ** 0.8 * (0.92 + 0.16 * noise.random())
    return {
      grown,
      angle,
      start: 0.42 * grown ** 0.9,
      long,
      wide: long * (0.27 + 0.05 * noise.random()),
      curl: noise.random() - 0.5,
      own: noise.random(),
    }
  })
}

function drawPetal(film, noise, { grown, angle, start, long, wide, curl, own }) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const middle = start + long * 0.5
  const reach = long * 0.75 + 0.03
  const facing = 0.5 + 0.5 * Math.cos(angle - SUN)
  film.shade(
    (x, y, out) => {
      const px = x - HEART[0]
      const py = (y - HEART[1]) / LEAN - 0.1 * (1 - grown)
      const u = (px * dx + py * dy - start + 0.12 * long) / long
      const v = py * dx - px * dy + 0.12 * long * curl * u * u
      if (u < -0.05 || u > 1.25) return
      const half = wide * Math.sqrt(clamp(Math.sin(Math.PI * clamp(u) ** 0.8))) * (0.75 + 0.45 * u) * smooth(1.001, 0.9, u) ** 0.35
      const gap = half - Math.abs(v)
      if (gap <= 0 || u > 1) {
        const off = Math.hypot(Math.max(0, -gap), Math.max(0, u - 1) * long)
        const fall = Math.exp(-off / (0.012 + 0.014 * grown)) * smooth(0, 0.35, u)
        for (let i = 0; i < 3; i++) out[i] *= 1 - [0.5, 0.62, 0.58][i] * fall
        return
      }
      const cup = v / half
      const vein = 0.94 + 0.06 * Math.cos(cup * 15 + 3 * noise.noise2(u * 3, own * 40)) + 0.07 * noise.noise2(cup * 20 + own * 50, u * 5)
      const hollow = 0.62 + 0.38 * clamp(0.55 + 0.8 * cup * Math.sin(angle - SUN) + 0.45 * (u - 0.5))
      const tone = PETAL(
        clamp(0.1 + 0.72 * u ** 1.2 * (0.62 + 0.38 * grown) + 0.12 * grown + 0.1 * (own - 0.5) - 0.1 * (1 - facing)),
        [0, 0, 0],
      )
      const lit = (0.3 + 0.95 * facing * smooth(-0.1, 0.9, u) + 0.22 * u) * hollow * vein
      cover(
        out,
        tone.map((value, i) => value * lit * [1, 0.96 + 0.1 * facing, 1.08 - 0.2 * facing][i]),
        clamp(gap * film.height * 0.7),
      )
      const edge = Math.exp(-gap / 0.0028) * smooth(0.35, 0.95, u)
      light(out, [1, 0.72, 0.5], 0.42 * edge * (0.2 + facing))
      const backlit = facing * smooth(0.55, 1, u) * grown
      light(out, [0.55, 0.16, 0.06], 0.35 * backlit)
    },
    {
      left: HEART[0] + dx * middle - reach,
      right: HEART[0] + dx * middle + reach,
      bottom: HEART[1] + dy * middle * LEAN - reach,
      top: HEART[1] + (dy * middle + 0.1) * LEAN + reach,
    },
  )
}

function drawDrop(film, { x, y, r }) {
  film.shade(
    (px, py, out) => {
      const dx = (px - x) / r
      const dy = ((py - y) / r) * 1.12
      const gap = Math.hypot(dx, dy)
      const under = Math.exp(-((dx - 0.4) ** 2 + (dy + 0.55) ** 2) * 1.3)
      for (let j = 0; j < 3; j++) out[j] *= 1 - 0.6 * under * smooth(0.92, 1.04, gap)
      if (gap > 1) return
      const inside = 0.5 + 1.25 * clamp(0.5 + (dx - dy) * 0.5) ** 2 * (0.4 + gap)
      for (let j = 0; j < 3; j++) out[j] = out[j] * inside + 0.02
      light(out, [1, 0.9, 0.85], 0.3 * smooth(0.75, 0.98, gap) * clamp(0.4 + dx - dy))
      light(out, [1, 1, 1], 2.4 * Math.exp(-((dx + 0.36) ** 2 + (dy - 0.4) ** 2) * 26))
      light(out, [1, 0.85, 0.8], 0.5 * Math.exp(-((dx - 0.4) ** 2 + (dy + 0.42) ** 2) * 14))
    },
    { left: x - r * 2.4, right: x + r * 2.4, bottom: y - r * 2.4, top: y + r * 2.4 },
  )
}

function dew(film, noise, petals) {
  for (const { angle, start, long, grown } of petals.filter(({ own }) => own > 0.62)) {
    const far = start + long * (0.45 + 0.3 * noise.random())
    const r = (0.0045 + 0.013 * noise.random() ** 2) * (0.6 + 0.5 * grown)
    drawDrop(film, { x: HEART[0] + Math.cos(angle) * far, y: HEART[1] + (Math.sin(angle) * far + 0.1 * (1 - grown)) * LEAN, r })
  }
}

function garden(film, noise) {
  film.shade((x, y, out) => {
    LEAVES(y * 0.7 - x * 0.45 + 0.3 * noise.fbm2(x * 2, y * 2, 3), out)
    light(out, [1, 0.85, 0.5], 0.5 * Math.exp(-((x + 0.42) ** 2 + (y - 0.46) ** 2) * 7))
  })
  for (let i = 0; i < 46; i++) {
    const x = -0.5 + 0.9 * noise.random() ** 1.4
    const y = 0.55 - 0.8 * noise.random() ** 1.3
    film.bokeh(x, y, 0.018 + 0.05 * noise.random(), mixed(hex('#ffd98a'), hex('#6fc48a'), noise.random()), 0.04 + 0.14 * noise.random())
  }
}

/** What lies before and behind the petals in the middle is out of focus. */
function focus(film) {
  const soft = blurred(film, film.height * 0.009).data
  film.shade((x, y, out, at) => {
    const away = smooth(0.4, 0.62, Math.hypot(x - HEART[0], (y - HEART[1] - 0.05) / LEAN))
    for (let i = 0; i < 3; i++) out[i] += (soft[at * 3 + i] - out[i]) * away
  })
}

function paint(film, noise) {
  garden(film, noise)
  const petals = createPetals(noise)
  for (const petal of petals) drawPetal(film, noise, petal)
  film.glow(HEART[0], HEART[1] + 0.05, 0.05, hex('#ff9a4a'), 0.12)
  dew(film, noise, petals)
  focus(film)
}

export const dahlia = {
  slug: 'dahlia-dew',
  title: 'Dahlia with dew',
  tags: ['flower', 'macro', 'petals', 'blossom'],
  mood: 'tender',
  width: 1024,
  height: 1024,
  seed: 7,
  samples: 1,
  development: { exposure: 1.3, bloom: 0.3, bloomFrom: 0.9, vignette: 0.45 },
  paint,
}
