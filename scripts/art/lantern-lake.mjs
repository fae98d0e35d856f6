import { createFilm } from './core/film.mjs'
import { clamp, cover, createRamp, hex, light, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'
import { starAt } from './core/stars.mjs'

const SKY = createRamp([
  [-0.2, '#7a4468'],
  [0.05, '#38305f'],
  [0.5, '#0c1436'],
])
const SHORE = -0.2

function lantern(film, x, y, size, bright) {
  film.glow(x, y, size * 3.2, [1, 0.42, 0.1], 0.16 * bright)
  film.shade(
    (px, py, out) => {
      const dx = (px - x) / size
      const dy = (py - y) / (size * 1.25)
      const wide = dy > -1 && dy < 1 ? 0.72 + 0.2 * dy - 0.35 * clamp(dy - 0.55) ** 2 * 6 : 0
      const inside = smooth(wide, wide - 0.12, Math.abs(dx)) * smooth(1, 0.85, Math.abs(dy))
      const hot = Math.exp(-((dx * 1.2) ** 2 + (dy + 0.7) ** 2) * 1.5)
      const fold = 0.9 + 0.1 * Math.cos(dx * 9)
      cover(out, [(0.75 + 1.8 * hot) * fold * bright, (0.24 + 1 * hot) * fold * bright, (0.05 + 0.3 * hot) * bright], inside)
    },
    { left: x - size, right: x + size, bottom: y - size * 1.3, top: y + size * 1.3 },
  )
}

function paint(film, noise) {
  const back = createFilm(film.width, film.height)
  const hills = [0, 1, 2].map((i) =>
    profile(film, (x) => SHORE + 0.07 - i * 0.03 + 0.09 * (noise.ridge2(x * (1.8 + i) + i * 5, i, 6) - 0.3)),
  )
  back.shade((x, y, out, at) => {
    SKY(y, out)
    light(out, [0.8, 0.85, 1], 0.6 * starAt(noise, x + 2, y + 2, { fine: 60, rare: 0.8 }))
    cover(out, hex('#a0577a'), 0.35 * smooth(0, 0.5, noise.fbm2(x * 3, y * 9, 5)) * smooth(0.3, -0.1, y))
    for (let i = 0; i < 3; i++) if (y < hills[i][at % film.width]) cover(out, [hex('#4a3058'), hex('#2a1f44'), hex('#120f28')][i], 1)
  })
  const all = Array.from({ length: 150 }, () => ({ depth: noise.random() ** 2.2, x: (noise.random() - 0.5) * 0.6, y: noise.random() }))
  for (const { depth, x, y } of all.sort((a, b) => a.depth - b.depth)) {
    const up = SHORE + 0.04 + 0.03 * depth + y * (0.64 - 0.1 * (1 - depth))
    lantern(back, x + 0.08 * Math.sin(y * 4), up, 0.0035 + 0.034 * depth, 0.75 + 0.35 * depth)
  }
  film.shade((x, y, out, at) => {
    if (y > SHORE) {
      for (let i = 0; i < 3; i++) out[i] = back.data[at * 3 + i]
      return
    }
    const depth = SHORE - y
    const swell = noise.fbm2((x * 2.4) / (0.15 + depth), 2.4 / (0.04 + depth), 4)
    back.sample(clamp(x + 0.02 * swell, -0.28, 0.28), SHORE + depth * 1.35 + swell * 0.11 * (0.2 + depth * 2), out)
    for (let i = 0; i < 3; i++) out[i] = out[i] * (0.85 - depth) + [0.004, 0.004, 0.012][i]
  })
  return boat(film)
}

async function boat(film) {
  const mask = await film.mask(
    '<g transform="translate(-0.09 0.33) scale(0.0016)"><path d="M-62,-6 Q-30,8 0,8 Q34,8 64,-8 Q52,18 30,20 L-30,20 Q-52,18 -62,-6Z"/><path d="M-16,8 Q-22,-22 -10,-30 Q2,-24 2,8Z"/><circle cx="-8" cy="-38" r="8"/><path d="M12,8 Q8,-18 18,-25 Q30,-18 28,8Z"/><circle cx="17" cy="-32" r="7.5"/></g>',
  )
  film.shade((_x, _y, out, at) => cover(out, [0.012, 0.006, 0.016], mask[at]))
  lantern(film, -0.09 + 0.075, -0.312, 0.012, 1.1)
}

export const lanternLake = {
  slug: 'lantern-lake',
  title: 'Night of the lanterns',
  tags: ['lanterns', 'festival', 'lake', 'boat', 'night'],
  mood: 'romantic',
  width: 720,
  height: 1280,
  seed: 9,
  samples: 1,
  development: { bloom: 0.35, exposure: 0.95 },
  paint,
}
