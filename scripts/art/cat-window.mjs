import { cover, createRamp, hex, light, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'
import { starAt } from './core/stars.mjs'

const SKY = createRamp([
  [-0.35, '#f2a07c'],
  [-0.1, '#b0648c'],
  [0.15, '#4a4590'],
  [0.5, '#16204f'],
])
const CAT =
  '<g transform="translate(-0.12 0.3) scale(0.0023)"><path d="M-34,0 Q-48,-30 -34,-62 Q-26,-80 -22,-92 Q-34,-108 -28,-130 L-27,-148 L-14,-136 Q-4,-139 6,-136 L18,-149 L20,-130 Q26,-110 14,-94 Q22,-78 30,-52 Q40,-24 34,0Z"/><path d="M26,-8 Q62,4 66,40 Q66,62 52,62 Q46,58 54,52 Q58,34 44,18 Q34,8 20,2Z"/></g>'
const PLANT =
  '<g transform="translate(0.3 0.3) scale(0.0017)"><path d="M-34,-46 L34,-46 L26,0 L-26,0Z"/><path d="M0,-44 Q-10,-110 -62,-128 Q-54,-78 0,-44Z M0,-44 Q-4,-130 -18,-168 Q26,-130 4,-44Z M2,-44 Q24,-110 74,-116 Q58,-66 2,-44Z M-2,-44 Q-40,-76 -80,-66 Q-46,-36 -2,-44Z M3,-44 Q40,-66 82,-50 Q44,-30 3,-44Z"/></g>'

async function paint(film, noise) {
  const roofs = [0, 1, 2].map((i) =>
    profile(film, (x) => {
      const block = Math.floor(x * (9 - i * 2) + i * 3.3 + 40)
      const inner = x * (9 - i * 2) + i * 3.3 + 40 - block
      const gable = noise.cell(block, i, 2) > 0.45 ? 0.06 * (1 - Math.abs(inner - 0.5) * 2) : 0
      return -0.12 - 0.07 * i + 0.14 * noise.cell(block, i, 1) + gable
    }),
  )
  film.shade((x, y, out, at) => {
    SKY(y, out)
    light(out, [1, 1, 1], starAt(noise, x + 2, y + 2, { fine: 45, rare: 0.82 }) * smooth(0.05, 0.3, y))
    cover(out, hex('#ffb49a'), 0.6 * smooth(0, 0.45, noise.fbm2(x * 2.4, y * 9, 5)) * smooth(0.35, 0, y))
    const moon = Math.hypot(x - 0.17, y - 0.24)
    light(
      out,
      [1, 0.95, 0.8],
      1.6 * smooth(0.075, 0.071, moon) * (0.75 + 0.35 * noise.fbm2(x * 14, y * 14, 4)) + 0.28 * Math.exp(-moon * 7),
    )
    for (let i = 0; i < 3; i++) {
      if (y > roofs[i][at % film.width]) continue
      cover(out, [hex('#7c5280'), hex('#4a3768'), hex('#241d40')][i], 1)
      const fine = 34 - i * 8
      const cx = Math.floor(x * fine + 90)
      const cy = Math.floor(y * fine * 0.8 + 90)
      const dx = Math.abs(x * fine + 90 - cx - 0.5)
      const dy = Math.abs(y * fine * 0.8 + 90 - cy - 0.5)
      if (noise.cell(cx, cy, i) > 0.68)
        light(out, [1, 0.62, 0.22], 1.1 * smooth(0.3, 0.2, dx) * smooth(0.36, 0.26, dy) * (roofs[i][at % film.width] - y > 0.03 ? 1 : 0))
    }
  })
  for (let i = 0; i < 30; i++)
    film.bokeh(
      (noise.random() - 0.5) * 0.9,
      -0.3 + 0.14 * noise.random(),
      0.012 + 0.02 * noise.random(),
      i % 3 ? hex('#ffb45a') : hex('#ff7a8a'),
      0.16,
    )
  film.shade((x, y, out) => {
    const bar = Math.min(Math.abs(x - 0.055) - 0.009, Math.abs(y - 0.1) - 0.007, 0.42 - Math.abs(x), 0.45 - y)
    const fold = Math.sin(x * 120 + 3 * noise.noise2(x * 8, y * 2)) + 0.6 * Math.sin(x * 47 + y * 2)
    if (bar < 0) cover(out, [0.035, 0.02, 0.03], smooth(0, -0.0015, bar))
    light(out, [1, 0.55, 0.4], 0.2 * smooth(0.004, 0, Math.abs(bar + 0.001)))
    const curtain = Math.abs(x + 0.02 * Math.sin(y * 5)) - 0.33 - 0.1 * smooth(0.5, -0.3, y)
    if (curtain > 0)
      cover(
        out,
        hex('#8a3a44').map((value) => value * (0.42 + 0.22 * fold) * (1.4 - curtain * 5)),
        0.93 * smooth(0, 0.006, curtain),
      )
    if (y < -0.3) {
      const wood = 0.6 + 0.3 * noise.fbm2(x * 4, y * 70, 4)
      cover(
        out,
        hex('#5a3326').map((value) => value * wood * (0.5 + 1.1 * smooth(-0.5, -0.3, y))),
        1,
      )
      light(out, [1, 0.55, 0.4], 0.25 * Math.exp(-((x - 0.1) ** 2) * 16) * smooth(-0.42, -0.3, y))
      light(out, [1, 0.7, 0.5], 0.5 * smooth(0.004, 0, -0.3 - y))
    }
  })
  const drawn = await film.mask(CAT + PLANT)
  const soft = await film.mask(CAT + PLANT, 0.008)
  const shade = await film.mask(
    (CAT + PLANT)
      .replaceAll('0.3) scale(0.0023)', '0.302) skewX(18) scale(0.0023 -0.0012)')
      .replaceAll('0.3) scale(0.0017)', '0.302) skewX(-10) scale(0.0017 -0.0012)'),
    0.006,
  )
  film.shade((x, y, out, at) => {
    if (y < -0.3) for (let i = 0; i < 3; i++) out[i] *= 1 - 0.7 * shade[at]
    cover(out, [0.012, 0.009, 0.02], drawn[at])
    const fur = 0.7 + 0.6 * noise.noise2(x * 90, y * 40)
    light(out, [1, 0.55, 0.42], drawn[at] * fur * 1.3 * Math.max(0, 0.82 - soft[at]) ** 1.4 * smooth(-0.2, 0.1, y + 0.25))
  })
}

export const catWindow = {
  slug: 'cat-window',
  title: 'The cat keeps watch',
  tags: ['cat', 'window', 'moon', 'portrait'],
  mood: 'cosy',
  width: 1024,
  height: 1024,
  seed: 27,
  samples: 1,
  development: { exposure: 1.15, bloom: 0.35 },
  paint,
}
