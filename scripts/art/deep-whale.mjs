import { cover, createRamp, hex, light, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'

const WATER = createRamp([
  [-0.5, '#02101f'],
  [-0.1, '#06405e'],
  [0.25, '#1287a0'],
  [0.5, '#7fe0dc', 1.1],
])
const WHALE =
  '<g transform="translate(0.12 -0.05) rotate(-9) scale(0.0031)"><path d="M-112,6 Q-108,-18 -70,-26 Q-30,-34 20,-22 Q60,-12 92,-3 Q104,-12 122,-26 Q120,-8 110,2 Q122,10 126,24 Q106,18 94,7 Q60,14 24,20 Q10,30 -14,44 Q-26,50 -30,46 Q-20,34 -18,23 Q-60,28 -90,22 Q-108,18 -112,6Z M34,-19 Q44,-30 54,-28 Q48,-20 48,-14Z"/></g>'

function fishes(noise) {
  const path = 'M-10,0 Q-3,-5 5,0 L10,-4 L9,0 L10,4 L5,0 Q-3,5 -10,0Z'
  let text = ''
  for (let i = 0; i < 120; i++) {
    const turn = noise.random() * 6.28
    const far = noise.random() ** 0.7
    const x = -0.5 + 0.26 * far * Math.cos(turn)
    const y = 0.03 + 0.13 * far * Math.sin(turn) - 0.08 * Math.cos(turn)
    text += `<path transform="translate(${x} ${y}) rotate(${-20 + 30 * noise.random()}) scale(${0.0008 + 0.0008 * noise.random()})" d="${path}"/>`
  }
  return text
}

async function paint(film, noise) {
  const floors = [0, 1, 2].map((i) =>
    profile(
      film,
      (x) =>
        -0.33 - 0.05 * i + 0.1 * smooth(0.2, 0.9, Math.abs(x + 0.1)) * (1 + i) + 0.13 * (noise.ridge2(x * (2.4 + i) + i * 7, 2, 7) - 0.4),
    ),
  )
  const whale = await film.mask(WHALE)
  const soft = await film.mask(WHALE, 0.012)
  const school = await film.mask(fishes(noise))
  const shafts = (x, y) => {
    const angle = (x + 0.15) / (1.15 - y)
    const beam = noise.noise2(angle * 9, 1) + 0.6 * noise.noise2(angle * 26, 5) + 0.3 * noise.noise2(angle * 60, 9)
    return smooth(-0.1, 1, beam) * smooth(-0.5, 0.5, y) * Math.exp(-Math.abs(angle) * 1.1)
  }
  film.shade((x, y, out, at) => {
    WATER(y - 0.25 * Math.abs(x + 0.15) ** 1.5 + 0.03 * noise.fbm2(x * 3, y * 3, 3), out)
    const surface = smooth(0.32, 0.5, y)
    const web = 1 - Math.abs(noise.noise2((x * 4) / (0.62 - y), 3 / (0.62 - y) + noise.noise2(x * 9, y * 20) * 0.4))
    light(out, [0.7, 1, 0.95], 0.9 * surface * web ** 5)
    for (let i = 0; i < 3; i++) {
      const below = floors[i][at % film.width] - y
      if (below > 0) cover(out, [hex('#07405a'), hex('#042a40'), hex('#021523')][i], 0.94)
      const caustic = (1 - Math.abs(noise.noise2(x * 14, y * 40 + i * 9))) ** 8
      if (below > 0) light(out, [0.1, 0.4, 0.42], (0.35 - 0.1 * i) * caustic * smooth(0.1, 0, below))
    }
    cover(out, hex('#05364f'), 0.9 * whale[at])
    const belly = Math.max(0, soft[at] - soft[Math.min(soft.length - 1, at + film.width * Math.round(film.height * 0.012))])
    const lit = Math.max(0, soft[at] - soft[Math.max(0, at - film.width * Math.round(film.height * 0.016))])
    light(out, [0.35, 0.85, 0.85], whale[at] * (1.5 * lit * (0.7 + 0.8 * noise.fbm2(x * 20, y * 30, 3)) + 0.1 * belly))
    light(out, [0.02, 0.1, 0.12], whale[at] * smooth(0.2, 0.8, noise.ridge2(x * 14, y * 70, 3)))
    cover(out, hex('#04283c'), 0.85 * school[at])
    light(out, [0.4, 0.85, 0.8], 0.55 * shafts(x, y))
    const mote = noise.noise2(x * 90, y * 90) + noise.noise2(x * 31 + 4, y * 31)
    light(out, [0.5, 0.9, 0.9], 0.25 * smooth(1.15, 1.5, mote))
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
  look: { exposure: 1.1, bloom: 0.25 },
  paint,
}
