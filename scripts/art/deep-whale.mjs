import { clamp, cover, createRamp, hex, light, lerp, mixed, put, smooth } from './core/colour.mjs'
import { along, createCamera, dot, unit } from './core/march.mjs'

const WATER = createRamp([
  [-0.5, '#01060f'],
  [-0.15, '#04263f'],
  [0.2, '#0c7390'],
  [0.5, '#8fe6dc', 1.25],
])
const EYE = [0, 0, 0]
const CAMERA = createCamera({ eye: EYE, target: [0, 0, 1], zoom: 1.1 })
const SUN = unit([-0.12, 1, 0.25])
const SPINE = [
  [-2.15, -0.12, 0.3],
  [-1.7, -0.02, 0.5],
  [-1, 0.04, 0.64],
  [-0.1, 0.06, 0.6],
  [0.8, 0.03, 0.38],
  [1.6, 0.05, 0.18],
  [2.3, 0.14, 0.09],
]
/** From, to, thickness at both ends, how flat; mirrored on the other side. */
const FINS = [
  { from: [-1.05, -0.3, 0.4], to: [-0.25, -0.85, 1.75], wide: [0.24, 0.07], flat: 2.6 },
  { from: [2.25, 0.14, 0], to: [2.75, 0.2, 0.85], wide: [0.22, 0.04], flat: 3 },
]
/** Mother and calf: position, size, turn to the side, upwards, roll. */
const WHALES = [
  { at: [0.35, 0.12, 4.5], size: 1, turn: 0.38, rise: 0.22, roll: -0.6 },
  { at: [-0.9, -1.25, 4.8], size: 0.38, turn: 0.45, rise: 0.3, roll: -0.45 },
]

const blend = (a, b, k) => {
  const t = clamp(0.5 + (0.5 * (b - a)) / k)
  return lerp(b, a, t) - k * t * (1 - t)
}

function cone(p, [ax, ay, az, ar], [bx, by, bz, br], flat = 1) {
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
  const t = clamp(((p[0] - ax) * dx + (p[1] - ay) * dy + (p[2] - az) * dz) / (dx * dx + dy * dy + dz * dz))
  return (Math.hypot(p[0] - ax - dx * t, (p[1] - ay - dy * t) * flat, p[2] - az - dz * t) - lerp(ar, br, t)) / flat ** 0.6
}

function whaleAt(p) {
  const q = [p[0], p[1] * 1.06, Math.abs(p[2])]
  let body = 9
  for (let i = 0; i + 1 < SPINE.length; i++) {
    const [ax, ay, ar] = SPINE[i]
    const [bx, by, br] = SPINE[i + 1]
    body = blend(body, cone(q, [ax, ay, 0, ar], [bx, by, 0, br]), 0.1)
  }
  const groove = smooth(0.1, -0.3, p[1]) * smooth(0.5, -0.4, p[0])
  body += 0.012 * groove * Math.cos(Math.atan2(p[1] - 0.1, p[2]) * 34)
  for (const { from, to, wide, flat } of FINS) body = blend(body, cone(q, [...from, wide[0]], [...to, wide[1]], flat), 0.12)
  return blend(body, cone(q, [0.75, 0.36, 0, 0.12], [1.05, 0.5, 0, 0.03]), 0.14)
}

function createBody({ at, size, turn, rise, roll }) {
  const [co, so] = [Math.cos(roll), Math.sin(roll)]
  const [ct, st, cr, sr] = [Math.cos(turn), Math.sin(turn), Math.cos(rise), Math.sin(rise)]
  const inside = ([x, y, z]) => {
    const [px, py, pz] = [(x - at[0]) / size, (y - at[1]) / size, (z - at[2]) / size]
    const side = px * ct + pz * st
    const up = side * sr + py * cr
    const deep = pz * ct - px * st
    return [side * cr - py * sr, up * co - deep * so, up * so + deep * co]
  }
  const distanceAt = (p) => size * whaleAt(inside(p))
  const meet = (ray) => {
    const middle = dot(ray, at)
    if (Math.hypot(...along(at, ray, -middle)) > 3.1 * size) return Infinity
    let far = Math.max(0.2, middle - 3.2 * size)
    for (let i = 0; i < 90 && far < middle + 3.2 * size; i++) {
      const gap = distanceAt(along(EYE, ray, far))
      if (gap < 0.003) return far
      far += gap * 0.7
    }
    return Infinity
  }
  return { inside, distanceAt, meet }
}

function normalAt(distanceAt, p) {
  const gap = 0.006
  const step = (i) => distanceAt(p.map((v, j) => v + (i === j ? gap : 0))) - distanceAt(p.map((v, j) => v - (i === j ? gap : 0)))
  return unit([step(0), step(1), step(2)])
}

function skin(noise, body, ray, far, out) {
  const p = along(EYE, ray, far)
  const q = body.inside(p)
  const normal = normalAt(body.distanceAt, p)
  const top = clamp(0.5 + 0.5 * dot(normal, SUN))
  const web = (1 - Math.abs(noise.noise2(p[0] * 3.4 + 0.5 * noise.noise2(p[2] * 3, p[0] * 2), p[2] * 3.4))) ** 7
  const belly = smooth(0.05, -0.35, q[1] + 0.1 * noise.fbm3(q[0] * 3, q[1] * 3, q[2] * 3, 4))
  const spots = smooth(0.2, 0.5, noise.fbm3(q[0] * 7, q[1] * 7, q[2] * 7, 4)) * 0.35
  const tone = mixed(hex('#14303c'), hex('#86aeb0'), clamp(0.85 * belly + spots * 0.7))
  const rim = (1 - Math.abs(dot(ray, normal))) ** 3
  for (let i = 0; i < 3; i++) {
    out[i] =
      tone[i] * (0.34 + [0.9, 1.35, 1.35][i] * top ** 2.2) + [0.5, 0.95, 0.9][i] * (0.3 * web * smooth(0.55, 0.95, top) + 0.35 * rim * top)
  }
  const eye = Math.hypot(q[0] + 1.55, q[1] + 0.1)
  for (let i = 0; i < 3; i++) out[i] *= 1 - 0.85 * smooth(0.045, 0.03, eye)
}

function fishes(noise) {
  let text = ''
  for (let i = 0; i < 240; i++) {
    const turn = noise.random() * 6.28
    const far = noise.random() ** 0.6
    const x = 0.52 + 0.24 * far * Math.cos(turn)
    const y = 0.2 + 0.1 * far * Math.sin(turn) + 0.1 * Math.sin(x * 6)
    const size = 0.0005 + 0.0007 * noise.random() ** 2
    text += `<path transform="translate(${x} ${y}) rotate(${-28 + 26 * noise.random()}) scale(${size})" d="M-10,0 Q-3,-5 5,0 L10,-4 L9,0 L10,4 L5,0 Q-3,5 -10,0Z"/>`
  }
  return text
}

async function paint(film, noise) {
  const bodies = WHALES.map(createBody)
  const school = await film.mask(fishes(noise))
  const shafts = (x, y) => {
    const angle = (x + 0.12) / (1.05 - y)
    const beam = noise.noise2(angle * 9, 1) + 0.6 * noise.noise2(angle * 26, 5) + 0.3 * noise.noise2(angle * 60, 9)
    return smooth(-0.15, 1, beam) * smooth(-0.5, 0.5, y) ** 1.3 * Math.exp(-Math.abs(angle) * 1.4)
  }
  film.shade((x, y, out, at) => {
    WATER(y - 0.2 * Math.abs(x + 0.12) ** 1.4 + 0.03 * noise.fbm2(x * 3, y * 3, 3), out)
    const up = 0.9 / (0.66 - y)
    const web = 1 - Math.abs(noise.noise2(x * 3.2 * up, up * 3.4 + 0.5 * noise.noise2(x * 7, y * 18)))
    light(out, [0.75, 1, 0.95], 1.1 * smooth(0.26, 0.5, y) * web ** 5 * Math.exp(-Math.abs(x + 0.12) * 0.8))
    const veil = out.slice()
    const bank = -0.36 + 0.1 * noise.ridge2(x * 2.6, 4, 6) * smooth(-0.1, 0.8, Math.abs(x + 0.1)) - y
    if (bank > 0) put(out, mixed(veil, hex('#010812'), smooth(0, 0.06, bank)))
    const ray = CAMERA(x, y)
    for (const [i, body] of bodies.entries()) {
      const far = body.meet(ray)
      if (far === Infinity) continue
      skin(noise, body, ray, far, out)
      cover(out, veil, 1 - Math.exp(-(far - 1.4) * (i === 0 ? 0.08 : 0.12)))
    }
    cover(out, mixed(veil, hex('#04283c'), 0.7), school[at])
    light(out, [0.4, 0.88, 0.82], 0.5 * shafts(x, y))
    const mote = noise.noise2(x * 90, y * 90) + noise.noise2(x * 31 + 4, y * 31)
    light(out, [0.5, 0.9, 0.9], 0.22 * smooth(1.15, 1.5, mote))
  })
}

export const deepWhale = {
  slug: 'deep-whale',
  title: 'Whale in the light shafts',
  tags: ['underwater', 'whale', 'sea'],
  mood: 'serene',
  width: 1280,
  height: 720,
  seed: 33,
  samples: 1,
  development: { exposure: 1.15, bloom: 0.25, vignette: 0.45 },
  paint,
}
