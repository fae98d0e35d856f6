import { clamp, cover, createRamp, hex, light, smooth } from './core/colour.mjs'
import { createCamera, dot, unit } from './core/march.mjs'
import { createSea } from './core/sea.mjs'

const SKY = createRamp([
  [0, '#ff9a4d', 1.1],
  [0.09, '#f2746a'],
  [0.25, '#8d5a94'],
  [0.6, '#27386f'],
])
const SUN = unit([0.22, 0.055, 1])
const CAMERA = createCamera({ eye: [0, 0, 0], target: [0, 0.06, 1], zoom: 1.15 })
const BOAT = `<g transform="translate(-0.3 0.075) scale(0.0017)"><path d="M-52,0 L52,-4 Q48,14 38,20 L-36,20 Q-48,12 -52,0Z M-2,-4 L-2,-165 L2,-165 L2,-4Z M6,-10 L6,-158 Q62,-70 60,-14 Q30,-4 6,-10Z M-8,-12 L-8,-140 Q-44,-60 -50,-14 Q-30,-4 -8,-12Z"/><circle cx="-22" cy="-10" r="5"/><path d="M-28,0 Q-28,-10 -18,-8 L-16,2Z"/></g>`

async function paint(film, noise) {
  const skyAt = (ray, out) => {
    SKY(ray[1], out)
    const flat = 0.35 / (ray[1] + 0.12)
    const cloud = noise.fbm2(ray[0] * flat * 3.2, flat * 4.2 + 3, 6) + 0.35 * noise.fbm2(ray[0] * 14, ray[1] * 46, 4)
    const thick = smooth(-0.02, 0.4, cloud) * smooth(0.015, 0.1, ray[1])
    const near = Math.max(0, dot(ray, SUN))
    cover(out, [0.16 + 1.1 * near ** 14, 0.09 + 0.42 * near ** 18, 0.17 + 0.12 * near ** 24], 0.85 * thick)
    light(out, [1, 0.6, 0.25], 0.55 * near ** 60 + 0.3 * near ** 8)
    light(out, [1, 0.8, 0.45], 9 * smooth(0.99955, 0.99965, near))
    return out
  }
  const sea = createSea(noise, { height: 1.6, wave: 0.8, fine: 1.3, deep: hex('#12263f', 0.6), skyAt })
  film.shade((x, y, out) => {
    const ray = CAMERA(x, y)
    if (ray[1] > 0) return skyAt(ray, out)
    const distance = sea(ray, out)
    const haze = smooth(60, 900, distance)
    const veil = SKY(0.01, [0, 0, 0])
    cover(out, veil, 0.6 * haze)
    return out
  })
  const boat = await film.mask(BOAT)
  const image = await film.mask(BOAT.replace('0.075) scale(0.0017)', '0.143) scale(0.0017 -0.0012)'), 0.004)
  film.shade((x, y, out, at) => {
    const torn = clamp(image[at] * (0.75 + 1.5 * noise.noise2(x * 30, y * 170)))
    cover(out, hex('#1a1526'), 0.75 * torn)
    cover(out, hex('#1b1220'), boat[at])
    light(out, [0.5, 0.16, 0.05], boat[at] * 0.5 * smooth(-0.34, -0.22, x))
  })
}

export const lowSunSail = {
  slug: 'low-sun-sail',
  title: 'Homeward under a low sun',
  tags: ['sea', 'sunset', 'boat', 'harbour', 'beach'],
  mood: 'warm',
  width: 1280,
  height: 720,
  seed: 12,
  development: { bloom: 0.35, bloomFrom: 1 },
  paint,
}
