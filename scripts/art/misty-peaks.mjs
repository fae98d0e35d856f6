import { cover, createRamp, hex, light, mixed, put, smooth } from './core/colour.mjs'
import { pinesAt, profile } from './core/pines.mjs'

const SKY = createRamp([
  [-0.1, '#ffd9a8', 1.1],
  [0.12, '#f7b98c'],
  [0.3, '#b48fa6'],
  [0.52, '#5f6f9e'],
])
const FAR = hex('#e3a88d')
const NEAR = hex('#0d1826')
const MIST = hex('#ffd2a6')
const SUN = [-0.26, 0.13]
const LAYERS = [
  { base: 0.08, tall: 0.14, fine: 1.6 },
  { base: 0.02, tall: 0.17, fine: 1.9 },
  { base: -0.05, tall: 0.16, fine: 2.2 },
  { base: -0.13, tall: 0.15, fine: 2.4 },
  { base: -0.22, tall: 0.13, fine: 2, pines: { spacing: 0.011, tall: 0.03 } },
  { base: -0.33, tall: 0.12, fine: 1.6, pines: { spacing: 0.02, tall: 0.07 } },
  { base: -0.47, tall: 0.16, fine: 1.2, pines: { spacing: 0.045, tall: 0.2 } },
]

function paint(film, noise) {
  const lines = LAYERS.map(({ base, tall, fine, pines }, i) =>
    profile(film, (x) => {
      const crest = noise.ridge2(x * fine + i * 7.3, i * 3.1, 7) - 0.35
      const tilt = i > 3 ? 0.09 * x * (i % 2 ? -1 : 1) : 0
      return base + tall * crest + tilt + (pines ? pinesAt(noise, x, { ...pines, salt: i }) : 0)
    }),
  )
  film.shade((x, y, out, at) => {
    SKY(y, out)
    const away = Math.hypot(x - SUN[0], y - SUN[1])
    light(out, hex('#ffcf8a'), 0.55 * Math.exp(-away * 6) + 2.4 * smooth(0.042, 0.038, away))
    const wisps = noise.fbm2(x * 2.2, y * 11 + 0.6 * noise.fbm2(x * 3, y * 4), 6)
    cover(out, hex('#ffc9a6', 1.05), 0.5 * smooth(0, 0.5, wisps) * smooth(0.05, 0.3, y))
    for (let i = LAYERS.length - 1; i >= 0; i--) {
      const below = lines[i][at % film.width] - y
      if (below <= 0) continue
      const depth = (i + 0.3) / LAYERS.length
      put(out, mixed(FAR, NEAR, depth ** 0.75))
      const rock = noise.ridge2(x * 14 + i, y * 14 - i, 5)
      cover(out, MIST, 0.22 * (1 - depth) * smooth(0.2, 0.9, rock))
      const rolling = 0.5 + 0.5 * noise.fbm2(x * 4 + i * 5, y * 8, 5)
      cover(out, MIST, (1 - depth) ** 0.7 * smooth(LAYERS[i].base + 0.06, LAYERS[i].base - 0.12, y) * (0.3 + 0.55 * rolling))
      light(out, hex('#ff9d55'), 0.5 * (1 - depth) * Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * 5))
      return
    }
  })
  return birds(film)
}

async function birds(film) {
  const marks = [
    [0.2, 0.2, 1],
    [0.26, 0.225, 0.8],
    [0.32, 0.215, 0.9],
    [0.38, 0.26, 0.6],
    [0.29, 0.27, 0.55],
  ]
  const wings = marks.map(
    ([x, y, size]) =>
      `<path transform="translate(${x} ${0 - y}) scale(${size * 0.02})" d="M-1,-.5 Q-.4,-.55 0,0 Q.4,-.55 1,-.35 Q.45,-.25 0,.2 Q-.4,-.3 -1,-.5"/>`,
  )
  const mask = await film.mask(wings.join(''))
  film.shade((_x, _y, out, at) => cover(out, hex('#2a2b40'), mask[at]))
}

export const mistyPeaks = {
  slug: 'misty-peaks',
  title: 'Peaks above the mist',
  tags: ['mountains', 'sunrise', 'mist', 'forest'],
  mood: 'calm',
  width: 1280,
  height: 720,
  seed: 41,
  paint,
}
