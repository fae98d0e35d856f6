import { clamp, cover, hex, light, mixed, smooth } from './core/colour.mjs'
import { createRandom } from './core/noise.mjs'

const LAMP = [0.1, 0.165]
const TOWER =
  '<path d="M0.072,0.24 L0.083,-0.13 L0.117,-0.13 L0.128,0.24Z M0.074,-0.13 L0.126,-0.13 L0.126,-0.138 L0.074,-0.138Z M0.084,-0.138 L0.086,-0.185 L0.114,-0.185 L0.116,-0.138Z M0.08,-0.185 Q0.1,-0.225 0.12,-0.185Z M0.099,-0.2 L0.099,-0.24 L0.101,-0.24 L0.101,-0.2Z M0.128,0.24 L0.128,0.19 L0.16,0.165 L0.192,0.19 L0.192,0.24Z"/>'

function bolt(random) {
  let text = ''
  const branch = (x, y, angle, length, wide) => {
    for (let i = 0; i < length; i++) {
      const nx = x + Math.sin(angle) * 0.016
      const ny = y + Math.cos(angle) * 0.016
      text += `<path d="M${x},${y} L${nx},${ny}" stroke="#fff" stroke-linecap="round" stroke-width="${wide * (1 - (0.6 * i) / length)}"/>`
      x = nx
      y = ny
      angle = angle * 0.7 + (random() - 0.5) * 1.5 - 0.06
      if (random() > 0.86 && wide > 0.001) branch(x, y, angle + (random() > 0.5 ? 0.8 : -0.8), 9, wide * 0.4)
    }
  }
  branch(-0.1, -0.36, -0.1, 26, 0.0034)
  return text
}

async function paint(film, noise) {
  const clouds = (x, y) => noise.fbm2(x * 2.2 + 0.7 * noise.fbm2(x * 2, y * 3, 3), y * 4.2, 6)
  film.shade((x, y, out) => {
    const cloud = clouds(x, y)
    const lump = clouds(x + 0.012, y + 0.02) - cloud
    const tone = mixed(hex('#0f1a26'), hex('#5f7c8c'), clamp(0.42 + cloud * 0.8 - lump * 2.4 - y * 0.35))
    for (let i = 0; i < 3; i++) out[i] = tone[i]
    light(out, hex('#a8b8e8'), 0.85 * Math.exp(-((x + 0.1) ** 2 * 26 + (y - 0.28) ** 2 * 16)) * (0.6 + cloud))
    const dx = x - LAMP[0]
    const dy = y - LAMP[1]
    const tilt = Math.atan2(dy, Math.abs(dx)) - (dx < 0 ? 0.13 : -0.03)
    const beam = Math.exp(-((tilt * 9) ** 2)) * Math.exp(-Math.abs(dx) * 2.2)
    light(out, [1, 0.86, 0.5], 0.75 * beam * (0.75 + 0.6 * noise.fbm2(x * 9, y * 9, 4)))
  })
  const flash = await film.mask(bolt(createRandom(6)))
  const halo = await film.mask(bolt(createRandom(6)), 0.01)
  film.shade((_x, _y, out, at) => light(out, [0.85, 0.85, 1.2], 3 * flash[at] + 1.1 * halo[at]))
  const rock = (x) => -0.24 - 0.9 * Math.max(0, Math.abs(x - 0.13) - 0.07) ** 1.2 + 0.035 * noise.ridge2(x * 12, 3, 5)
  const tower = await film.mask(TOWER)
  film.shade((x, y, out, at) => {
    const stripe = Math.floor((y + 0.5) * 13.5) % 2 && y < 0.13
    const round = clamp(1 - ((x - 0.1) / 0.03) ** 2) ** 0.5
    cover(
      out,
      (stripe ? hex('#8a2a24') : hex('#b8c0c4')).map((value) => value * (0.12 + 0.5 * round * smooth(0.05, -0.03, x - 0.1))),
      tower[at],
    )
    const below = rock(x) - y
    if (below > 0)
      cover(out, mixed(hex('#06090d'), hex('#39454c'), smooth(0.3, 0.9, noise.ridge2(x * 16, y * 22, 5)) * Math.exp(-below * 7)), 1)
  })
  film.glow(LAMP[0], LAMP[1], 0.014, [1, 0.85, 0.5], 5)
  film.glow(LAMP[0], LAMP[1], 0.07, [1, 0.75, 0.35], 0.6)
  for (let layer = 0; layer < 5; layer++) waves(film, noise, layer)
  film.shade((x, y, out) => {
    const slant = x + y * 0.22
    const rain = noise.noise2(slant * 130, y * 4 + 3) * 0.6 + noise.noise2(slant * 55, y * 2.4) * 0.7
    light(out, [0.6, 0.7, 0.8], 0.11 * smooth(0.55, 1, rain))
  })
}

function waves(film, noise, layer) {
  const near = layer / 4
  film.shade((x, y, out) => {
    const top =
      -0.255 -
      0.055 * layer +
      (0.012 + 0.04 * near) * Math.sin(x * (13 - 6 * near) + layer * 2.3 + 0.8 * noise.noise2(x * 3, layer)) +
      0.02 * noise.fbm2(x * 9 + layer * 4, layer, 5)
    const hit = Math.exp(-((x - 0.02 - 0.05 * layer) ** 2) * 160) * (layer === 1 || layer === 2 ? 1 : 0)
    const splash = hit * (0.1 + 0.13 * noise.fbm2(x * 30, y * 22, 5))
    const spray = smooth(0, 0.05, top + splash * 1.7 - y) * smooth(-0.15, 0.35, noise.fbm2(x * 34, y * 34 + layer, 5) + hit * 0.3)
    cover(out, hex('#c4d6da'), 0.75 * spray * clamp(hit * 1.6))
    const below = top - y
    if (below <= 0) return
    const tone = mixed(mixed(hex('#3f6670'), hex('#0a1a22'), near), hex('#4f8a88'), 0.5 * Math.exp(-below * 26))
    cover(
      out,
      tone.map((value) => value * (0.7 + 0.7 * noise.fbm2(x * 10 + layer, y * 34, 5))),
      smooth(0, 0.004, below),
    )
    const foam = smooth(0.62, 1.05, noise.ridge2(x * (12 - near * 5) + layer * 3, y * 26, 5) + 0.5 * Math.exp(-below * 45))
    cover(out, hex('#d8e6e6'), 0.75 * foam * Math.exp(-below * (9 - 3 * near)))
  })
}

export const stormLight = {
  slug: 'storm-light',
  title: 'Lighthouse in the storm',
  tags: ['lighthouse', 'storm', 'sea', 'tower', 'clouds'],
  mood: 'dramatic',
  width: 720,
  height: 1280,
  seed: 6,
  samples: 1,
  development: { exposure: 1.3, bloom: 0.3 },
  paint,
}
