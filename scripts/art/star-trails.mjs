import { clamp, cover, createRamp, hex, light, mixed, put, smooth } from './core/colour.mjs'
import { along, createCamera, dot, groundNormal, groundShadow, meetGround, unit } from './core/march.mjs'

const SKY = createRamp([
  [-0.02, '#e88a4a', 1.05],
  [0.07, '#a0587a'],
  [0.2, '#33407c'],
  [0.62, '#060b26'],
])
const POLE = [0.1, 0.17]
const RINGS = 240
const EYE = [0, 1.1, 0]
const CAMERA = createCamera({ eye: EYE, target: [0, 2.1, 6], zoom: 0.95 })
const DUSK = unit([0.75, 0.16, 0.62])
const FIRE = [-0.62, 0.16, 4.1]
/** Towers of rock: x, z, radius, height. */
const ROCKS = [
  [-4.6, 10.5, 1.7, 3.5],
  [3.4, 13, 2.2, 4.3],
  [6.6, 14, 0.5, 4.1],
  [-0.6, 27, 2.6, 4.2],
  [-13, 24, 4.5, 4.6],
  [13.5, 30, 4, 5],
]

function createGround(noise) {
  return (x, z) => {
    let top = 0.07 * noise.noise2(x * 0.5, z * 0.5) + 0.03 * noise.noise2(x * 1.9, z * 1.9)
    for (const [rx, rz, radius, height] of ROCKS) {
      const dx = x - rx
      const dz = z - rz
      const reach = Math.hypot(dx, dz)
      if (reach > 1.35 * radius + 2.9) continue
      const angle = Math.atan2(dz, dx)
      const flute = 0.22 * noise.noise2(angle * 2.2 + rx, rz) + 0.1 * noise.noise2(angle * 7, rx) + 0.045 * noise.noise2(angle * 19, rz)
      const away = reach - radius * (1 + flute)
      const slope = 0.34 * height * smooth(2.9, 0, away) ** 2
      const wall = height * (0.5 * smooth(0.16, 0, away) + 0.16 * smooth(-0.22, -0.36, away))
      top = Math.max(top, slope + wall + 0.05 * noise.noise2(x * 3, z * 3))
    }
    return top
  }
}

function trails(noise, x, y, out) {
  const radius = Math.hypot(x - POLE[0], y - POLE[1])
  const turn = Math.atan2(y - POLE[1], x - POLE[0]) + Math.PI
  for (let layer = 0; layer < 2; layer++) {
    const ring = Math.floor(radius * RINGS + layer * 0.5)
    const count = 2 + Math.floor(radius * 7)
    const whole = ((turn / 6.2832 + noise.cell(ring & 255, layer, 1)) * count) % count
    const position = whole % 1
    const arc = Math.floor(whole)
    const bright = noise.cell(ring & 255, arc, 5 + layer) ** 11
    const long = 0.5 + 0.4 * noise.cell(ring & 255, arc, 8)
    const across = radius * RINGS + layer * 0.5 - ring - 0.5
    const tint = mixed([0.5, 0.72, 1.3], [1.3, 0.8, 0.5], noise.cell(ring & 255, arc, 11))
    light(out, tint, 1.9 * bright * smooth(0, 0.3, position) * smooth(long, long - 0.03, position) * Math.exp(-across * across * 11))
  }
}

function stone(noise, heightAt, point, distance, out) {
  const normal = groundNormal(heightAt, point[0], point[2], 0.015 + 0.0015 * distance)
  const steep = smooth(0.9, 0.5, normal[1])
  const strata =
    0.5 + 0.5 * noise.noise2(point[1] * 5 + 0.3 * noise.noise2(point[0], point[2]), 2) + 0.3 * noise.noise2(point[1] * 17, point[0] * 0.4)
  const rough = 0.75 + 0.5 * noise.fbm3(point[0] * 5, point[1] * 5, point[2] * 5, 4)
  const tone = mixed(mixed(hex('#8a5a40'), hex('#a06a48'), rough), mixed(hex('#9c4a30'), hex('#d08658'), clamp(strata)), steep)
  const dusk = Math.max(0, dot(normal, DUSK)) * groundShadow(heightAt, along(point, normal, 0.05), DUSK, { softness: 9, far: 9, steps: 22 })
  const toFire = [FIRE[0] - point[0], FIRE[1] + 0.25 - point[1], FIRE[2] - point[2]]
  const near = Math.hypot(...toFire)
  const fire = Math.max(0.06, dot(normal, toFire) / near) / (0.12 + near * near)
  const sky = 0.35 + 0.65 * normal[1]
  for (let i = 0; i < 3; i++)
    out[i] = tone[i] * rough * ([0.16, 0.2, 0.42][i] * sky + [1.5, 0.6, 0.42][i] * dusk + [3.4, 1.25, 0.3][i] * fire)
}

async function camp(film) {
  const [x, y] = [-0.145, 0.3605]
  const drawn = `<g transform="translate(${x} ${y}) scale(0.0016)"><path d="M-34,2 Q-38,-16 -30,-21 Q-22,-16 -23,-8 L-12,-2 L-10,2Z"/><circle cx="-28" cy="-26" r="5.5"/><path d="M31,3 L32,-22 Q33,-36 40,-36 Q47,-36 48,-22 L49,3 L44,3 L40,-16 L37,3Z"/><circle cx="40" cy="-42" r="5.5"/></g>`
  const people = await film.mask(drawn)
  const soft = await film.mask(drawn, 0.004)
  film.glow(x, -y + 0.004, 0.1, [1, 0.4, 0.1], 0.16)
  film.glow(x, -y + 0.006, 0.02, [1, 0.5, 0.12], 1.8)
  film.glow(x, -y + 0.006, 0.006, [1, 0.8, 0.4], 5)
  film.shade((px, _y, out, at) => {
    cover(out, [0.015, 0.008, 0.012], people[at])
    light(out, [1, 0.5, 0.15], 1.4 * people[at] * (1 - soft[at]) * smooth(0.06, 0.03, Math.abs(px - x)))
  })
}

async function paint(film, noise) {
  const heightAt = createGround(noise)
  film.shade((x, y, out) => {
    const ray = CAMERA(x, y)
    const side = dot(ray, unit([0.75, 0, 0.62]))
    SKY(ray[1] + 0.12 * (0.8 - side), out)
    const veil = out.slice()
    const distance = meetGround(heightAt, EYE, ray, { far: 45, near: 1, steps: 170, stride: 0.3 })
    if (distance === Infinity && ray[1] < 0.004) return put(out, mixed(hex('#4a2c44'), veil, 0.35))
    if (distance === Infinity) {
      const band = Math.exp(-(((x * 0.55 + y - 0.02 - 0.1 * noise.noise2(x * 2, y * 2)) / 0.16) ** 2))
      light(out, hex('#7a7ad0'), 0.14 * band * (0.6 + noise.fbm2(x * 5, y * 5, 5)))
      for (let i = 0; i < 3; i++) out[i] = Math.max(0, out[i])
      const trail = [0, 0, 0]
      trails(noise, x, y, trail)
      return light(out, trail, smooth(-0.02, 0.22, ray[1]))
    }
    const point = along(EYE, ray, distance)
    const tone = [0, 0, 0]
    stone(noise, heightAt, point, distance, tone)
    put(out, mixed(tone, mixed(veil, hex('#5a4a78'), 0.4), 1 - Math.exp(-distance * 0.016)))
  })
  return camp(film)
}

export const starTrails = {
  slug: 'star-trails',
  title: 'Camp under turning stars',
  tags: ['desert', 'night', 'stars', 'camp', 'fire'],
  mood: 'quiet',
  width: 1280,
  height: 960,
  seed: 14,
  samples: 1,
  development: { exposure: 1.35, vignette: 0.4 },
  paint,
}
