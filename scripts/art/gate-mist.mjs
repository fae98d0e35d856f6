import { clamp, cover, createRamp, hex, light, smooth } from './core/colour.mjs'
import { createCamera } from './core/march.mjs'
import { pinesAt, profile } from './core/pines.mjs'
import { createSea } from './core/sea.mjs'

const SKY = createRamp([
  [0, '#d8e6e4'],
  [0.12, '#b4d2d4'],
  [0.35, '#7ba6b4'],
  [0.7, '#3f6c86'],
])
const CAMERA = createCamera({ eye: [0, 0, 0], target: [0, 0.1, 1], zoom: 1.1 })
const SHORE = -0.11
const GATE =
  '<g transform="translate(-0.14 0.2) scale(0.0026)"><path d="M-92,-142 Q-50,-130 0,-130 Q50,-130 92,-142 L96,-130 Q50,-119 0,-119 Q-50,-119 -96,-130Z M-82,-120 Q0,-110 82,-120 L80,-113 Q0,-105 -80,-113Z M-72,-90 L72,-90 L72,-81 L-72,-81Z M-6,-112 L6,-112 L6,-90 L-6,-90Z M-54,-112 L-45,-112 L-47,2 L-60,2Z M45,-112 L54,-112 L60,2 L47,2Z"/></g>'
const CRANE = 'M-50,-14 Q-26,-30 -6,-4 Q14,-34 46,-30 Q24,-18 8,4 Q26,8 44,2 L30,8 Q10,12 -4,8 L-34,12 L-4,3 Q-20,-10 -50,-14Z'

async function paint(film, noise) {
  const hills = [0, 1, 2].map((i) =>
    profile(
      film,
      (x) =>
        SHORE +
        0.1 -
        0.04 * i +
        0.15 * (noise.ridge2(x * (1.3 + 0.5 * i) + i * 6, 3, 6) - 0.3) +
        (i > 0 ? pinesAt(noise, x, { spacing: 0.012, tall: 0.018 + 0.018 * i, salt: i }) : 0),
    ),
  )
  const skyAt = (ray, out) => SKY(ray[1], out)
  const sea = createSea(noise, { height: 1.5, wave: 0.28, fine: 1.2, deep: hex('#1c4a58', 0.8), skyAt })
  film.shade((x, y, out, at) => {
    const ray = CAMERA(x, y)
    const fog = 0.5 + 0.5 * noise.fbm2(x * 2.4, y * 12, 5)
    if (y > SHORE) {
      skyAt([ray[0], Math.max(0, ray[1]), 1], out)
      const sun = Math.hypot(x - 0.3, y - 0.3)
      light(out, [1, 0.9, 0.75], 0.5 * smooth(0.05, 0.046, sun) + 0.3 * Math.exp(-sun * 5))
      for (let i = 0; i < 3; i++) {
        const below = hills[i][at % film.width] - y
        if (below > 0) cover(out, [hex('#8fb4bc'), hex('#5f8c98'), hex('#2f5f6c')][i], 1)
        if (below > 0) cover(out, hex('#dceae6'), clamp((0.4 + fog) * smooth(0.02, 0.16 - 0.02 * i, below)))
      }
    } else sea(ray, out)
    cover(out, hex('#e2eeea'), 0.9 * fog * Math.exp(-(((y - SHORE) / 0.05) ** 2)))
  })
  const gate = await film.mask(GATE)
  const image = await film.mask(GATE.replace('0.2) scale(0.0026)', '0.205) scale(0.0026 -0.0021)'), 0.003)
  const bird = await film.mask(
    [
      [0.2, -0.2, 1],
      [0.32, -0.26, 0.75],
      [0.42, -0.21, 0.6],
    ]
      .map(([x, y, size]) => `<path transform="translate(${x} ${y}) scale(${size * 0.0011})" d="${CRANE}"/>`)
      .join(''),
  )
  film.shade((x, y, out, at) => {
    const swell = 0.006 * noise.noise2(x * 12, y * 120) * (1 + 3 * smooth(-0.2, -0.5, y))
    const shifted = image[Math.max(0, Math.min(image.length - 1, at + Math.round(swell * film.height)))]
    cover(out, hex('#7c2418'), 0.62 * shifted * (0.75 + 0.35 * noise.noise2(x * 20, y * 110)))
    const lit = 0.72 + 0.5 * smooth(-0.3, 0.15, x) + 0.25 * noise.noise2(x * 30, y * 6)
    cover(
      out,
      hex('#c8321c').map((value) => value * lit * (1 - 0.5 * smooth(-0.1, -0.2, y))),
      gate[at],
    )
    cover(out, hex('#e2eeea'), 0.3 * gate[at] * smooth(0, -0.15, y))
    cover(out, hex('#fbfdfb'), bird[at])
  })
}

export const gateMist = {
  slug: 'gate-mist',
  title: 'The red gate in the mist',
  tags: ['gate', 'mist', 'water', 'lake', 'mountains', 'garden'],
  mood: 'still',
  width: 1280,
  height: 960,
  seed: 36,
  samples: 1,
  development: { bloom: 0.12 },
  paint,
}
