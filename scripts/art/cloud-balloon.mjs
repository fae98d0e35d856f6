import { cover, createRamp, hex, lerp, light, mixed, smooth } from './core/colour.mjs'
import { createFilm } from './core/film.mjs'
import { along, createCamera, dot, unit } from './core/march.mjs'

const SKY = createRamp([
  [-0.1, '#f0b49a'],
  [0.06, '#f3a182'],
  [0.2, '#b8789c'],
  [0.5, '#3c5296'],
])
const SUN = unit([0.75, 0.16, 0.75])
const EYE = [0, 3.1, 0]
const CAMERA = createCamera({ eye: EYE, target: [0, 2.95, 2], zoom: 1.1 })

const SHADE = hex('#5d5a94', 0.6)
const SUNLIT = hex('#ffcf9c', 1.5)

function createClouds(noise) {
  const billow = (x, y, z, octaves) => {
    const mound = 1.7 + 2.2 * noise.noise2(x * 0.16 + 4, z * 0.16)
    return 1.15 * noise.fbm3(x * 0.55, y * 0.7, z * 0.55, octaves) + (mound - y) * 0.55
  }
  return (ray, out) => {
    let clear = 1
    const sum = [0, 0, 0]
    let distance = 1.2
    for (let i = 0; i < 84 && clear > 0.02; i++) {
      const [x, y, z] = along(EYE, ray, distance)
      const dense = y > 4.2 ? -1 : billow(x, y, z, 5)
      const step = 0.06 + distance * 0.022 + (dense < -0.25 ? -dense * 0.4 : 0)
      if (dense > 0) {
        const shade = Math.max(0, billow(x + SUN[0] * 0.5, y + SUN[1] * 0.5 + 0.12, z + SUN[2] * 0.5, 3))
        const lit = Math.exp(-shade * 3.6) * smooth(0.6, 2.4, y + 0.8 * (dense < 0.2))
        const glow = mixed(SHADE, SUNLIT, lit)
        const hazy = mixed(glow, SKY(0, [0, 0, 0]), 1 - Math.exp(-distance * 0.035))
        const alpha = 1 - Math.exp(-dense * 4.5 * step)
        for (let j = 0; j < 3; j++) sum[j] += clear * alpha * hazy[j]
        clear *= 1 - alpha
      }
      distance += step
    }
    for (let j = 0; j < 3; j++) out[j] = out[j] * clear + sum[j]
  }
}

function balloon(film, cx, cy, size, colours) {
  film.shade(
    (x, y, out) => {
      const px = (x - cx) / size
      const py = (y - cy) / size
      const wide = py > 0 ? Math.sqrt(Math.max(0, 1 - py * py)) : Math.max(0, 1 - (-py / 1.35) ** 1.8 * 0.8)
      const edge = 0.012 * (0.1 / size)
      const inside = py > -1.35 && py < 1 ? smooth(wide, wide - edge * 2, Math.abs(px)) : 0
      const across = Math.asin(Math.max(-1, Math.min(1, px / Math.max(0.05, wide))))
      const stripe = Math.floor((across / Math.PI + 0.5) * 8)
      const cloth = colours[stripe % colours.length]
      const lit = 0.28 + 1.05 * Math.max(0, 0.75 * Math.sin(across) + 0.35 + 0.25 * py)
      const seam = 0.85 + 0.15 * Math.abs(Math.sin((across / Math.PI + 0.5) * 8 * Math.PI))
      cover(
        out,
        cloth.map((value) => value * lit * seam),
        inside,
      )
      const basket = Math.abs(px) < 0.13 && py < -1.62 && py > -1.86 ? 1 : 0
      const rope = py < -1.3 && py > -1.65 && Math.abs(Math.abs(px) - lerp(0.13, 0.26, (py + 1.62) / 0.3)) < 0.02 ? 0.8 : 0
      cover(out, [0.16 + px, 0.08 + 0.5 * px, 0.05], Math.max(basket, rope))
    },
    { left: cx - size * 1.1, right: cx + size * 1.1, bottom: cy - size * 2, top: cy + size * 1.1 },
  )
}

function paint(film, noise) {
  const half = createFilm(film.width >> 1, film.height >> 1)
  const clouds = createClouds(noise)
  half.shade((x, y, out) => {
    const ray = CAMERA(x, y)
    SKY(ray[1], out)
    const near = Math.max(0, dot(ray, SUN))
    light(out, [1, 0.62, 0.3], 0.5 * near ** 12 + 2.5 * near ** 900)
    const high = noise.fbm2((ray[0] / (ray[1] + 0.2)) * 2, 3 / (ray[1] + 0.2), 5)
    cover(out, hex('#ffd0b4'), 0.5 * smooth(0.05, 0.5, high) * smooth(0.1, 0.3, ray[1]))
    clouds(ray, out)
  })
  film.shade((x, y, out) => half.sample(x, y, out))
  balloon(film, 0.62, 0.29, 0.016, [hex('#d8a35a'), hex('#8a4a5a')])
  balloon(film, 0.38, 0.16, 0.034, [hex('#e8e0d0'), hex('#2f7d8c')])
  balloon(film, -0.31, 0.14, 0.125, [hex('#d8342c'), hex('#f4d9a4'), hex('#e8862c'), hex('#f4d9a4')])
}

export const cloudBalloon = {
  slug: 'cloud-balloon',
  title: 'Above the clouds',
  tags: ['clouds', 'balloon', 'sunset'],
  mood: 'free',
  width: 1280,
  height: 720,
  seed: 5,
  samples: 1,
  development: { bloom: 0.2 },
  paint,
}
