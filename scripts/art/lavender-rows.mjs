import { cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'

const SKY = createRamp([
  [0, '#ffd08a', 1.1],
  [0.12, '#f7a08a'],
  [0.3, '#9a86c0'],
  [0.5, '#4a6ab0'],
])
const HORIZON = 0.04

async function paint(film, noise) {
  const hills = [0, 1].map((i) => profile(film, (x) => HORIZON + 0.05 - i * 0.035 + 0.05 * noise.fbm2(x * (1.6 + i) + i * 8, i, 5)))
  film.shade((x, y, out, at) => {
    SKY(y - HORIZON, out)
    const sun = Math.hypot(x + 0.34, y - 0.1)
    const lump = noise.fbm2(x * 1.8 + 2, y * 5, 6)
    cover(
      out,
      mixed(hex('#ffb08a', 1.1), hex('#8a6a9c'), smooth(0.1, 0.5, lump + 0.5 * sun - 0.2)),
      0.8 * smooth(0, 0.3, lump) * smooth(0.05, 0.2, y),
    )
    light(out, [1, 0.7, 0.35], 0.6 * Math.exp(-sun * 5) + 3 * smooth(0.034, 0.031, sun))
    for (let i = 0; i < 2; i++) if (y < hills[i][at % film.width]) cover(out, [hex('#a8789a'), hex('#6a5684')][i], 0.9)
    if (y > HORIZON - 0.012) return
    const depth = 0.2 / (HORIZON - y)
    const side = (x - 0.06) * depth * 3.2
    const row = side - Math.floor(side) - 0.5
    const round = Math.sqrt(Math.max(0, 1 - (row / 0.4) ** 2))
    const tuft = noise.noise2(side * 9, depth * 26) * 0.6 + noise.noise2(side * 30, depth * 90 + row * 20) * 0.5 * smooth(4, 0.6, depth)
    const lit = 0.35 + 0.65 * smooth(0.5, -0.5, row * 1.6 - tuft * 0.5)
    const bloom = mixed(hex('#3a2468'), hex('#b48af0'), lit * (0.55 + 0.5 * round) + 0.25 * tuft)
    const earth = mixed(hex('#2f2a28'), hex('#8a6a50'), 0.5 + 0.5 * noise.noise2(side * 14, depth * 50))
    const edge = smooth(0.44, 0.34, Math.abs(row) - 0.06 * tuft)
    let tone = mixed(earth, bloom, edge)
    const stalk = smooth(0.32, 0.44, Math.abs(row)) * edge
    tone = mixed(tone, hex('#3f5a3a'), 0.6 * stalk)
    const warm = Math.exp(-Math.hypot(x + 0.34, (y - 0.05) * 0.7) * 2.4)
    cover(
      out,
      tone.map((value, i) => value * (0.75 + [1.5, 0.9, 0.5][i] * warm)),
      1,
    )
    cover(out, hex('#e0a098'), 0.75 * (1 - Math.exp(-Math.max(0, depth - 0.8) * 0.16)))
  })
  const tree = [0.42, 0.14]
  film.shade((x, y, out) => {
    const dx = (x - tree[0]) / 0.105
    const dy = (y - tree[1]) / 0.085
    const crown = 1 - Math.hypot(dx, dy * (dy < 0 ? 1.5 : 1)) + 0.75 * noise.fbm2(x * 18, y * 18, 5)
    const trunk =
      y > 0.01 && y < 0.15 ? 0.008 + 0.007 * Math.exp(-(y - 0.01) * 60) - Math.abs(x - tree[0] - 0.01 * noise.noise2(y * 20, 4)) : -1
    if (trunk > 0) cover(out, hex('#2a1a20'), 1)
    const leaf = smooth(0, 0.1, crown + 0.25 * noise.noise2(x * 90, y * 90))
    const sunny = smooth(0.4, -0.9, dx - dy * 0.5 + noise.fbm2(x * 40, y * 40, 4))
    cover(out, mixed(hex('#241c30'), hex('#c88a4a'), sunny * 0.9), leaf)
    const shade = Math.exp(-(((x - tree[0] - 0.07) / 0.13) ** 2) - ((y + 0.005) / 0.012) ** 2)
    for (let i = 0; i < 3; i++) out[i] *= 1 - 0.5 * shade
  })
  const walker = await film.mask(
    '<g transform="translate(0.055 0.1) scale(0.0009)"><circle cx="0" cy="-98" r="9"/><path d="M-18,-102 Q0,-112 18,-102 Q0,-98 -18,-102Z M-9,-88 Q0,-92 9,-88 L12,-56 Q26,-10 22,0 L-22,0 Q-26,-10 -11,-56Z"/></g>',
  )
  film.shade((x, _y, out, at) => cover(out, mixed(hex('#f4d8c0'), hex('#5a3a58'), smooth(0.04, 0.065, x)), walker[at]))
}

export const lavenderRows = {
  slug: 'lavender-rows',
  title: 'Lavender at the end of the day',
  tags: ['field', 'lavender', 'sunset'],
  mood: 'gentle',
  width: 1280,
  height: 960,
  seed: 18,
  samples: 1,
  paint,
}
