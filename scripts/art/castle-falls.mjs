import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'
import { pinesAt, profile } from './core/pines.mjs'

const SKY = createRamp([
  [-0.5, '#e8a878'],
  [0.02, '#ffcb8c', 1.1],
  [0.16, '#f0968a'],
  [0.32, '#8a78b8'],
  [0.5, '#2f4f94'],
])
const SUN = [-0.17, 0.06]
const TOP = 0.085
const FALL = -0.035
/** Towers: x, width, height of the wall, height of the roof. */
const TOWERS = [
  [-0.075, 0.03, 0.075, 0.05],
  [-0.035, 0.046, 0.115, 0],
  [0.012, 0.036, 0.2, 0.085],
  [0.052, 0.05, 0.14, 0.06],
  [0.094, 0.03, 0.1, 0.055],
  [0.125, 0.024, 0.055, 0.045],
]

function castle() {
  let [walls, roofs, windows] = ['', '', '']
  for (const [x, wide, tall, roof] of TOWERS) {
    const left = x - wide / 2
    const top = -TOP - tall
    walls += `<rect x="${left}" y="${top}" width="${wide}" height="${tall + 0.03}"/><rect x="${left - 0.003}" y="${top - 0.004}" width="${wide + 0.006}" height="0.014"/>`
    const merlons = roof === 0 ? 5 : 0
    for (let i = 0; i < merlons; i++)
      walls += `<rect x="${left + i * wide * 0.23}" y="${top - 0.012}" width="${wide * 0.12}" height="0.01"/>`
    if (roof > 0)
      roofs += `<path d="M${left - 0.006},${top - 0.003} Q${x - wide * 0.18},${top - roof * 0.4} ${x},${top - roof} Q${x + wide * 0.18},${top - roof * 0.4} ${left + wide + 0.006},${top - 0.003}Z M${x - 0.0007},${top - roof} h0.0014 v-0.016 l0.012,0.005 l-0.012,0.005Z"/>`
    for (let y = top + 0.024; y < -TOP - 0.02; y += 0.03)
      windows += `<path d="M${x - 0.0028},${y + 0.01} v-0.007 q0.0028,-0.005 0.0056,0 v0.007Z"/>`
  }
  walls += `<rect x="-0.1" y="${-TOP - 0.035}" width="0.24" height="0.06"/>`
  return { walls, roofs, windows }
}

function distance(film, noise) {
  film.shade((x, y, out) => {
    SKY(y + 0.02 * noise.fbm2(x * 2, y * 3, 3), out)
    const sun = Math.hypot(x - SUN[0], y - SUN[1])
    const puff = noise.fbm2(x * 3 + 2, y * 7 + 0.6 * noise.noise2(x * 4, y * 5), 6)
    const shade = noise.fbm2(x * 3 + 2 - 0.05, y * 7 + 0.16 + 0.6 * noise.noise2(x * 4, y * 5), 5) - puff
    const cloud = smooth(0, 0.4, puff + 0.1) * smooth(0.08, 0.25, y)
    cover(out, mixed(hex('#7a5a8c'), hex('#ffc09a', 1.1), clamp(0.55 - shade * 3 - sun * 0.35)), 0.8 * cloud)
    light(out, [1, 0.72, 0.36], 0.75 * Math.exp(-sun * 7) + 5 * smooth(0.032, 0.03, sun))
  })
  for (let i = 0; i < 4; i++) {
    const line = profile(
      film,
      (x) => 0.03 - 0.085 * i + 0.16 * (noise.ridge2(x * (2.6 - i * 0.2) + i * 9, i, 6) - 0.45) + 0.1 * x * (i % 2 ? 1 : -1),
    )
    film.shade((x, y, out, at) => {
      const below = line[at % film.width] - y
      if (below <= 0) return
      const rock = noise.ridge2(x * 9 + i, y * 12, 5)
      const tone = mixed(hex('#a07088'), hex('#45405e'), i / 3).map((value) => value * (0.7 + 0.6 * rock))
      const mist = smooth(0.02, 0.2, below + 0.05 * noise.fbm2(x * 6, y * 9 + i, 4))
      const near = Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * 4)
      cover(out, mixed(tone, mixed(hex('#c09aa8'), hex('#ffc48c'), near), 0.3 + 0.62 * mist), smooth(0, 0.003, below))
    })
  }
}

function rock(film, noise) {
  const wide = (y) => 0.1 + 0.2 * Math.max(0, TOP - y) ** 0.9 + 0.035 * noise.fbm2(y * 6, 2, 5)
  film.shade(
    (x, y, out) => {
      const middle = 0.02 + 0.03 * noise.noise2(y * 3, 8)
      const side = (x - middle) / (wide(y) + 0.03 * noise.fbm2(x * 9, y * 14, 4))
      const cap = TOP + 0.012 * noise.fbm2(x * 14, 3, 4) - y
      if (Math.abs(side) > 1 || cap < 0) return
      const crack = noise.ridge2(x * 15, y * 4.2 + 0.4 * noise.noise2(x * 7, y * 9), 6)
      const lean = noise.ridge2((x - 0.012) * 15, (y + 0.004) * 4.2 + 0.4 * noise.noise2(x * 7, y * 9), 6) - crack
      const lit = clamp(0.42 - side * 0.5 + lean * 3.2)
      const moss = smooth(0.06, 0.3, noise.fbm2(x * 12, y * 12, 5) + 0.25 * smooth(0.06, 0, cap) - 0.15 * Math.abs(side))
      const tone = mixed(mixed(hex('#4a4256'), hex('#8a7468'), crack), hex('#4c6a30'), 0.75 * moss)
      for (let i = 0; i < 3; i++) out[i] = tone[i] * (0.3 + 0.75 * crack) * ([0.34, 0.38, 0.62][i] + [2.4, 1.5, 0.8][i] * lit)
      const fall = Math.abs(x - FALL - 0.012 * noise.noise2(y * 5, 6)) / (0.017 + 0.02 * smooth(TOP, -0.4, y))
      const water = smooth(1, 0.5, fall + 0.5 * noise.noise2(x * 70, y * 6)) * smooth(-0.004, 0.006, cap)
      const thread = 0.72 + 0.45 * noise.noise2(x * 150, y * 7 + noise.noise2(x * 60, 3))
      cover(out, [thread * 0.95, thread * 0.9, thread * 0.94], 0.92 * water)
    },
    { left: -9, right: 9, bottom: -9, top: TOP + 0.03 },
  )
}

async function walls(film, noise) {
  const drawn = castle()
  const [stone, tiles, panes] = [await film.mask(drawn.walls), await film.mask(drawn.roofs), await film.mask(drawn.windows)]
  const soft = await film.mask(drawn.walls + drawn.roofs, 0.006)
  const shift = Math.round(film.height * 0.009)
  film.shade((x, y, out, at) => {
    if (stone[at] + tiles[at] <= 0) return
    const edge = clamp(1.5 * (soft[Math.min(soft.length - 1, at + shift)] - soft[Math.max(0, at - shift)]) + 0.35)
    const rows = 0.85 + 0.2 * noise.noise2(x * 160, y * 240) + 0.2 * noise.fbm2(x * 20, y * 26, 4)
    const sunny = [0.4, 0.38, 0.55].map((value, i) => value * 0.7 + [1.7, 1.05, 0.6][i] * edge)
    cover(
      out,
      hex('#a8968c').map((value, i) => value * rows * sunny[i]),
      stone[at],
    )
    cover(
      out,
      hex('#3c5a86').map((value, i) => value * rows * sunny[i] * 1.15),
      tiles[at],
    )
    cover(out, [1.6, 0.9, 0.32], panes[at])
  })
}

function foreground(film, noise) {
  const line = profile(
    film,
    (x) =>
      -0.4 +
      0.22 * Math.abs(x) ** 1.4 +
      0.03 * noise.fbm2(x * 5, 3, 4) +
      pinesAt(noise, x, { spacing: 0.022, tall: 0.05 + 0.42 * smooth(0.06, 0.34, Math.abs(x)), salt: 4, bare: 0.35 }),
  )
  film.shade((x, y, out, at) => {
    const cloud = noise.fbm2(x * 5, y * 8, 6) + 0.4 * noise.fbm2(x * 11 + 3, y * 15, 4)
    const spray = Math.exp(-(((x - FALL) / 0.1) ** 2) - ((y + 0.34) / 0.07) ** 2)
    const warm = mixed(hex('#c8b0c0'), hex('#ffd8ac'), Math.exp(-Math.hypot(x + 0.2, y + 0.1) * 3))
    cover(out, warm, clamp(smooth(-0.1, -0.4, y + 0.1 * cloud) * 0.85 + spray * (0.7 + cloud)))
    const below = line[at % film.width] - y
    if (below > 0) cover(out, mixed(hex('#0c1220'), hex('#5a4a58'), Math.exp(-below * 22) * 0.55), smooth(0, 0.002, below))
  })
}

async function paint(film, noise) {
  distance(film, noise)
  await walls(film, noise)
  rock(film, noise)
  foreground(film, noise)
  const flock = [
    [-0.2, -0.2],
    [-0.16, -0.22],
    [-0.13, -0.19],
    [0.19, -0.28],
    [0.22, -0.265],
  ]
  const birds = await film.mask(
    flock
      .map(
        ([x, y]) =>
          `<path transform="translate(${x} ${y}) scale(0.0006)" d="M-26,-10 Q-12,-16 0,0 Q12,-16 26,-10 Q12,-8 0,6 Q-12,-8 -26,-10Z"/>`,
      )
      .join(''),
  )
  film.shade((_x, _y, out, at) => cover(out, hex('#2a2038'), 0.85 * birds[at]))
}

export const castleFalls = {
  slug: 'castle-falls',
  title: 'Castle above the falls',
  tags: ['castle', 'cliff', 'tower', 'waterfall', 'valley', 'mountains', 'sunset'],
  mood: 'epic',
  width: 720,
  height: 1280,
  seed: 47,
  samples: 1,
  development: { exposure: 1.05, bloom: 0.3, bloomFrom: 0.9 },
  paint,
}
