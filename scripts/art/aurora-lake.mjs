import { cover, createRamp, hex, light, put, smooth } from './core/colour.mjs'
import { pinesAt, profile } from './core/pines.mjs'
import { starAt } from './core/stars.mjs'

const SKY = createRamp([
  [0, '#123a4a'],
  [0.2, '#0b2340'],
  [0.6, '#060d24'],
])
const SHORE = -0.17
const TENT = [0.36, -0.176]

function curtains(noise, x, y, out) {
  const lean = y + 0.12
  let last = 0
  for (let i = 0; i < 34; i++) {
    const plane = (0.62 + i * 0.018) / Math.max(0.04, lean * 0.9 + 0.1)
    const px = x * plane * 1.1 + 3.4
    const pz = plane * 1.15
    const bend = noise.noise2(px * 0.5, pz * 0.5) * 1.6
    const fold = Math.abs(noise.noise2(px * 0.75 + bend, pz * 0.6 - bend * 0.7))
    const band = Math.max(0, 1 - fold * 7) ** 1.5
    last = last * 0.5 + band * 0.5
    const tall = i / 34
    const fall = Math.exp(-tall * 2.4) * smooth(0, 0.06, tall)
    out[0] += last * fall * (0.015 + 0.13 * tall)
    out[1] += last * fall * (0.17 - 0.13 * tall)
    out[2] += last * fall * (0.06 + 0.1 * tall)
  }
}

async function paint(film, noise) {
  const peaks = profile(film, (x) => -0.1 + 0.22 * noise.ridge2(x * 1.3 + 2, 4, 8) - 0.1 * Math.exp(-((x + 0.1) ** 2) * 5))
  const trees = profile(film, (x) => {
    const bank = SHORE + 0.02 + 0.1 * smooth(0.15, 0.9, Math.abs(x + 0.12)) + 0.01 * noise.noise2(x * 6, 1)
    return bank + pinesAt(noise, x, { spacing: 0.02, tall: 0.07 + 0.15 * smooth(0.3, 0.9, Math.abs(x)), salt: 3, bare: 0.3 })
  })
  const above = (x, y, out, column) => {
    SKY(y - SHORE, out)
    const star = starAt(noise, x + 2, y + 2, { fine: 70, rare: 0.72, size: 0.09 })
    light(out, [0.9, 0.95, 1], star)
    curtains(noise, x, y - SHORE, out)
    const below = peaks[column] - y
    if (below > 0) {
      const snow = smooth(0.35, 0.7, noise.ridge2(x * 9, y * 13, 6) + 0.4 * smooth(0.12, 0, below))
      put(out, [0.012 + 0.05 * snow, 0.035 + 0.12 * snow, 0.055 + 0.13 * snow])
      cover(out, hex('#1d5a5c'), 0.5 * smooth(0.02, 0.16, below))
    }
    if (y < trees[column]) put(out, [0.003, 0.009, 0.013])
  }
  film.shade((x, y, out, at) => {
    const column = at % film.width
    if (y >= SHORE) return above(x, y, out, column)
    const depth = SHORE - y
    const swell = noise.fbm2((x * 3) / (0.3 + depth * 2), 5 / (0.03 + depth), 3)
    const shifted = x + 0.012 * swell * smooth(0, 0.1, depth)
    const seen = Math.max(0, Math.min(film.width - 1, Math.round((shifted + film.aspect / 2) * film.height)))
    above(shifted, SHORE + depth * (1.04 + 0.1 * swell), out, seen)
    for (let i = 0; i < 3; i++) out[i] = out[i] * (0.72 - 0.5 * depth) + [0.002, 0.008, 0.014][i]
    return out
  })
  const tent = await film.mask(`<path transform="translate(${TENT[0]} ${0 - TENT[1]}) scale(.03)" d="M-1,0 Q-.6,-.9 0,-1.1 Q.6,-.9 1,0Z"/>`)
  film.shade((x, y, out, at) => {
    const warm = 1.3 - Math.hypot(x - TENT[0], y - TENT[1] - 0.008) * 26
    const seam = 1 - 0.5 * smooth(0.0025, 0.001, Math.abs(x - TENT[0] + (y - TENT[1]) * 0.2))
    cover(out, [1.5 * warm * seam, 0.62 * warm * seam, 0.16 * warm * seam], tent[at])
  })
  film.glow(TENT[0], TENT[1] + 0.01, 0.05, [0.5, 0.2, 0.05], 0.5)
  film.glow(TENT[0], TENT[1] - 0.035, 0.022, [0.6, 0.25, 0.06], 0.6)
}

export const auroraLake = {
  slug: 'aurora-lake',
  title: 'Northern lights over the lake',
  tags: ['aurora', 'night', 'lake', 'camp', 'stars'],
  mood: 'wonder',
  width: 1280,
  height: 720,
  seed: 23,
  samples: 1,
  development: { exposure: 1.5, bloom: 0.3, grain: 0.014 },
  paint,
}
