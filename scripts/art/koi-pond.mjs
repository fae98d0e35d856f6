import { cover, hex, light, mixed, smooth } from './core/colour.mjs'

const KOI = [
  { x: -0.16, y: 0.1, turn: 0.6, size: 0.19, base: '#f6efe6', patch: '#f0521c', bend: 0.35 },
  { x: 0.17, y: -0.08, turn: 2.5, size: 0.21, base: '#ff8a24', patch: '#fff0dc', bend: -0.4 },
  { x: -0.1, y: -0.27, turn: -0.3, size: 0.15, base: '#f8f2ea', patch: '#d8281c', bend: 0.3 },
  { x: 0.26, y: 0.3, turn: -2.3, size: 0.13, base: '#ffc04a', patch: '#f07a1c', bend: 0.35 },
]
const PADS = [
  [-0.4, 0.36, 0.15, 0.4],
  [-0.2, 0.45, 0.1, 2.2],
  [0.42, -0.36, 0.16, 2.6],
  [0.24, -0.44, 0.09, 4.4],
  [-0.43, -0.12, 0.08, 5.5],
]

function koi(film, noise, { x: cx, y: cy, turn, size, base, patch, bend }, salt) {
  const inside = (px, py) => {
    const dx = (px - cx) / size
    const dy = (py - cy) / size
    const u = dx * Math.cos(turn) + dy * Math.sin(turn)
    const v = dy * Math.cos(turn) - dx * Math.sin(turn) - bend * 0.35 * (u - 0.2) ** 2 + 0.02
    const body = u < 1 && u > -0.75 ? 0.235 * Math.sqrt(Math.max(0, 1 - u)) * smooth(-1.05, 0.45, u) ** 0.8 * 1.25 : 0
    const tail = u < -0.6 && u > -1.25 ? 0.04 + (-0.6 - u) * 0.42 - 0.3 * smooth(-1, -1.3, u - Math.abs(v) * 0.8) : 0
    const fin = 0.3 - Math.hypot((u - 0.22 + Math.abs(v) * 0.75) * 2.3, Math.abs(v) - 0.26)
    return { u, v, body: body - Math.abs(v), frill: Math.max(tail - Math.abs(v), fin * 0.6) }
  }
  const reach = size * 1.6
  const area = { left: cx - reach, right: cx + reach, bottom: cy - reach, top: cy + reach }
  film.shade((px, py, out) => {
    const { body } = inside(px - 0.025, py + 0.035)
    for (let i = 0; i < 3; i++) out[i] *= 1 - 0.6 * smooth(-0.14, 0.12, body)
  }, area)
  film.shade((px, py, out) => {
    const { u, v, body, frill } = inside(px, py)
    const ray = 0.6 + 0.4 * Math.sin(Math.atan2(v, u + 0.45) * 46)
    cover(out, hex(base), 0.5 * smooth(0, 0.05, frill) * (0.55 + 0.45 * ray))
    if (body < 0) return
    const spots = smooth(0.02, 0.1, noise.fbm2(u * 1.9 + salt * 7, v * 2.6 + salt, 3))
    const scale = 0.93 + 0.09 * Math.sin(u * 62 + 1.5 * Math.cos(v * 70)) * smooth(0.7, 0.4, u)
    const round = Math.min(1, body / 0.16)
    const lit = (0.45 + 0.6 * Math.sqrt(round)) * scale * (1 + 0.35 * Math.exp(-(((v - 0.04) / 0.035) ** 2)))
    cover(
      out,
      mixed(hex(base), hex(patch), spots).map((value) => value * lit),
      smooth(0, 0.02, body),
    )
    if (Math.hypot(u - 0.76, Math.abs(v) - 0.088) < 0.026) cover(out, [0.01, 0.01, 0.01], 1)
  }, area)
}

function pad(film, noise, [cx, cy, radius, turn]) {
  const area = { left: cx - radius * 1.4, right: cx + radius * 1.4, bottom: cy - radius * 1.4, top: cy + radius * 1.4 }
  const gapAt = (x, y) => {
    const angle = Math.atan2(y - cy, x - cx)
    const notch = Math.abs(((angle - turn + 3 * Math.PI) % (2 * Math.PI)) - Math.PI)
    return { angle, away: Math.hypot(x - cx, y - cy) / radius + 0.02 * noise.noise2(angle * 2, radius * 90), notch: notch - 0.16 }
  }
  film.shade((x, y, out) => {
    const { away } = gapAt(x - 0.014, y + 0.022)
    for (let i = 0; i < 3; i++) out[i] *= 1 - 0.6 * smooth(1.12, 0.9, away)
  }, area)
  film.shade((x, y, out) => {
    const { angle, away, notch } = gapAt(x, y)
    const vein = Math.abs(Math.sin(angle * 8 + 0.3 * noise.noise2(away * 4, angle)))
    const tone = mixed(hex('#1d5a34'), hex('#7fc05a'), 0.45 + 0.4 * Math.cos(angle - 2.2) * away + 0.3 * noise.fbm2(x * 14, y * 14, 4))
    const shown = smooth(1, 0.985, away) * smooth(0, 0.03, notch)
    cover(
      out,
      tone.map((value) => value * (0.8 + 0.25 * smooth(0, 0.2, vein))),
      shown,
    )
    light(out, hex('#d8f0a0'), 0.4 * shown * smooth(0.94, 0.985, away))
  }, area)
}

function paint(film, noise) {
  film.shade((x, y, out) => {
    const stones = noise.ridge2(x * 7, y * 7, 4)
    cover(out, mixed(hex('#06302f'), hex('#2a7a6c'), 0.25 + 0.5 * stones + 0.4 * noise.fbm2(x * 2, y * 2, 3) + 0.35 * (y - x)), 1)
  })
  for (const [i, one] of KOI.entries()) koi(film, noise, one, i)
  film.shade((x, y, out) => {
    const wx = x * 6 + 0.8 * noise.noise2(x * 5, y * 5)
    const wy = y * 6 + 0.8 * noise.noise2(x * 5 + 9, y * 5)
    const web = (1 - Math.abs(noise.noise2(wx, wy))) ** 9 + 0.6 * (1 - Math.abs(noise.noise2(wx * 1.7 + 4, wy * 1.7))) ** 11
    light(out, [0.6, 0.95, 0.85], 0.2 * web)
    const ring = Math.hypot(x - 0.02, y - 0.3)
    light(out, [0.6, 0.8, 0.8], 0.25 * Math.max(0, Math.sin(ring * 150)) * Math.exp(-ring * 17))
    light(out, [0.5, 0.7, 0.85], 0.35 * smooth(0.1, 0.6, noise.fbm2(x * 2 + 3, y * 3, 3) + y * 0.6 - 0.1))
  })
  for (const one of PADS) pad(film, noise, one)
}

export const koiPond = {
  slug: 'koi-pond',
  title: 'Koi under the lily pads',
  tags: ['koi', 'pond', 'water', 'garden', 'colour'],
  mood: 'calm',
  width: 1024,
  height: 1024,
  seed: 44,
  samples: 1,
  paint,
}
