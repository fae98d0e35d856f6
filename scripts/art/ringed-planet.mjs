import { clamp, cover, hex, light, mixed, smooth } from './core/colour.mjs'
import { dot, unit } from './core/march.mjs'
import { starAt } from './core/stars.mjs'

const SUN = unit([-0.75, 0.35, 0.45])
const CENTRE = [0.28, 0.02]
const RADIUS = 0.3
const TILT = -0.32
const FLAT = 0.24
const BANDS = ['#e9c9a0', '#b9805c', '#f0dcc0', '#a8654e', '#d9a878', '#f4e6d0'].map((text) => hex(text))

function space(noise, x, y, out) {
  const bend = noise.fbm2(x * 1.6 + 3, y * 1.6, 4)
  const cloud = noise.fbm2(x * 1.7 + bend * 1.5, y * 1.7 - bend, 6)
  light(out, hex('#2b4a8c'), 0.55 * smooth(-0.2, 0.6, cloud))
  light(out, hex('#a03a7a'), 0.5 * smooth(0.05, 0.7, bend + 0.4 * cloud))
  const dust = 1 - 0.75 * smooth(0, 0.45, noise.fbm2(x * 3 + 9, y * 3 + bend, 5))
  for (let i = 0; i < 3; i++) out[i] *= dust
  light(out, [1, 0.95, 0.9], starAt(noise, x + 3, y + 3, { fine: 55, rare: 0.75, size: 0.07 }))
  light(out, [0.7, 0.8, 1], 0.35 * starAt(noise, x + 7, y + 1, { fine: 120, rare: 0.6, size: 0.1, salt: 4 }))
}

function globe(noise, px, py, out) {
  const z = Math.sqrt(Math.max(0, 1 - px * px - py * py))
  const along = px * Math.cos(TILT) + py * Math.sin(TILT)
  const axis = py * Math.cos(TILT) - px * Math.sin(TILT)
  const latitude = axis * 0.96 + z * FLAT
  const swirl = 0.05 * noise.fbm2((along * 3) / (z + 0.4), latitude * 9, 5)
  const position = (latitude + swirl + 1) * 7.5
  const band = mixed(BANDS[Math.floor(position) % 6], BANDS[(Math.floor(position) + 1) % 6], smooth(0.2, 0.8, position % 1))
  const fine = 0.85 + 0.3 * noise.fbm2(along * 2, latitude * 34 + swirl * 60, 4)
  const lit = clamp(dot([px, py, z], SUN) * 1.15 + 0.04)
  const shade = 1 - 0.75 * smooth(0.035, 0.02, Math.abs(latitude - 0.27)) - 0.6 * smooth(0.06, 0.03, Math.abs(latitude - 0.38))
  const edge = smooth(1, 1 - 0.004 / RADIUS, Math.hypot(px, py))
  cover(
    out,
    band.map((value) => value * (lit ** 0.8 * 1.7 * fine * shade + 0.004)),
    edge,
  )
  light(out, [0.9, 0.6, 0.4], 0.35 * edge * (1 - z) ** 3 * lit)
}

function rings(noise, px, py, out, front) {
  const a = px * Math.cos(TILT) + py * Math.sin(TILT)
  const b = (py * Math.cos(TILT) - px * Math.sin(TILT)) / FLAT
  if (b < 0 !== front) return
  const far = Math.hypot(a, b)
  if (far < 1.25 || far > 2.3) return
  const grooves = 0.5 + 0.5 * noise.noise2(far * 22, 3) + 0.35 * noise.noise2(far * 70, 8)
  const gap = 1 - smooth(0.035, 0.02, Math.abs(far - 1.93))
  const thick = clamp(grooves) * gap * smooth(1.25, 1.32, far) * smooth(2.3, 2.24, far)
  const across = Math.abs(b * 0.72 + a * 0.69)
  const dark = !front || a * 0.8 - b * 0.5 > 0.2 ? smooth(0.92, 1.06, across + (front ? 1 : a < 0 ? 1 : 0)) : 1
  const tone = mixed(hex('#b89878'), hex('#f6e6cc'), clamp(grooves))
  cover(
    out,
    tone.map((value) => value * (0.05 + 1.05 * dark)),
    0.9 * thick,
  )
}

function paint(film, noise) {
  film.shade((x, y, out) => {
    space(noise, x, y, out)
    const px = (x - CENTRE[0]) / RADIUS
    const py = (y - CENTRE[1]) / RADIUS
    rings(noise, px, py, out, false)
    const away = Math.hypot(px, py)
    if (away < 1) globe(noise, px, py, out)
    rings(noise, px, py, out, true)
    light(out, hex('#ffb98a'), 0.12 * Math.exp(-Math.max(0, away - 1) * 5) * clamp(0.4 - px * 0.8))
    const mx = (x + 0.55) / 0.055
    const my = (y + 0.22) / 0.055
    const moon = Math.hypot(mx, my)
    if (moon > 1) return
    const z = Math.sqrt(1 - moon * moon)
    const rough = 0.75 + 0.5 * noise.fbm2(mx * 3, my * 3, 5)
    cover(
      out,
      [0.75, 0.78, 0.85].map((value) => value * (clamp(dot([mx, my, z], SUN)) * 1.2 * rough + 0.004)),
      smooth(1, 0.95, moon),
    )
  })
}

export const ringedPlanet = {
  slug: 'ringed-planet',
  title: 'The ringed giant',
  tags: ['space', 'planet', 'stars'],
  mood: 'wonder',
  width: 1280,
  height: 720,
  seed: 77,
  samples: 1,
  development: { exposure: 1.15 },
  paint,
}
