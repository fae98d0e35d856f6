import { cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'
import { pinesAt, profile } from './core/pines.mjs'
import { starAt } from './core/stars.mjs'

const SKY = createRamp([
  [-0.1, '#d98a8a'],
  [0.08, '#7f6a9c'],
  [0.28, '#34467f'],
  [0.5, '#131f4c'],
])
const HOUSES = [
  [-0.5, -0.13, 0.05],
  [-0.36, -0.16, 0.06],
  [0.02, -0.12, 0.045],
  [0.14, -0.15, 0.06],
  [0.3, -0.13, 0.052],
  [-0.2, -0.21, 0.08],
  [0.47, -0.2, 0.085],
  [0.18, -0.27, 0.1],
]

function house(film, noise, cx, cy, size, salt) {
  film.shade(
    (px, py, out) => {
      const x = (px - cx) / size
      const y = (py - cy) / size
      const roof = 1.25 - Math.abs(x) * 0.95
      const chimney = Math.abs(x - 0.42) < 0.09 && y > 0.6 && y < 1.35
      if (chimney) cover(out, [0.05, 0.035, 0.05], 1)
      if (Math.abs(x) < 0.72 && y > 0 && y < roof) {
        cover(out, mixed(hex('#3c2a2e'), hex('#1c1724'), 0.5 + 0.5 * x), 0.97)
        light(out, [0.02, 0.015, 0.012], Math.sin(y * 60) * 0.5)
      }
      const pane = (wx, wy, wide, tall) => {
        const dx = Math.abs(x - wx) / wide
        const dy = Math.abs(y - wy) / tall
        if (dx < 1 && dy < 1)
          cover(
            out,
            [1.9, 0.95, 0.28].map((value) => value * (1.1 - 0.4 * dy)),
            dx > 0.1 && dy > 0.1 ? 1 : 0.25,
          )
        light(out, [1, 0.45, 0.1], 0.16 * Math.exp(-Math.hypot(Math.max(0, dx - 1) * wide, Math.max(0, dy - 1) * tall) * 5))
      }
      pane(-0.36, 0.34, 0.15, 0.17)
      if (noise.cell(salt, 1) > 0.3) pane(0.36, 0.34, 0.15, 0.17)
      pane(0, 0.85, 0.1, 0.1)
      const snow = y - roof
      if (Math.abs(x) < 0.88 && snow > -0.1 && snow < 0.1 + 0.05 * noise.noise2(px * 60, salt))
        cover(out, mixed(hex('#7a86b8'), hex('#e6e2f2'), smooth(-0.1, 0.1, snow)), 1)
    },
    { left: cx - size * 1.6, right: cx + size * 1.6, bottom: cy - size * 0.4, top: cy + size * 1.5 },
  )
  for (let i = 0; i < 7; i++)
    film.glow(cx + size * (0.42 + 0.1 * i), cy + size * (1.4 + 0.28 * i), size * (0.1 + 0.05 * i), [0.5, 0.42, 0.5], 0.16 - 0.02 * i)
}

function paint(film, noise) {
  const peaks = profile(film, (x) => 0.02 + 0.3 * (noise.ridge2(x * 1.25 + 4, 2, 8) - 0.25))
  const woods = profile(film, (x) => -0.08 + 0.08 * noise.noise2(x * 2, 4) + pinesAt(noise, x, { spacing: 0.011, tall: 0.055, bare: 0.05 }))
  film.shade((x, y, out, at) => {
    SKY(y, out)
    light(out, [1, 1, 1], starAt(noise, x + 2, y + 2, { fine: 60, rare: 0.8 }) * smooth(0, 0.3, y))
    const below = peaks[at % film.width] - y
    if (below > 0) {
      const face = noise.fbm2(x * 8 + noise.fbm2(x * 4, y * 4, 3), y * 5, 6)
      cover(out, mixed(hex('#3a4a80'), hex('#f0b8b4'), smooth(-0.15, 0.25, face + 0.12 - below)), 1)
      cover(out, hex('#9a7f9c'), 0.75 * smooth(0.05, 0.24, below))
    }
    if (y < woods[at % film.width])
      cover(out, mixed(hex('#2a3a5c'), hex('#8a9ac4'), 0.35 * smooth(0.1, 0.6, noise.noise2(x * 120, y * 120))), 1)
    const field = -0.12 + 0.03 * noise.noise2(x * 2.2, 7) - y
    if (field <= 0) return
    const drift = noise.fbm2(x * 3, y * 12, 5)
    cover(out, mixed(hex('#5f74b4'), hex('#c2cbea'), 0.5 + 0.7 * drift), 1)
    const road = Math.abs(x - 0.06 - 0.22 * Math.sin((y + 0.1) * 7) * smooth(-0.1, -0.3, y)) / (0.012 + 0.2 * Math.max(0, -y - 0.13))
    cover(out, hex('#46568f'), 0.55 * smooth(1, 0.75, road) * (0.7 + 0.5 * noise.noise2(x * 40, y * 30)))
    for (const [hx, hy, size] of HOUSES)
      light(out, [1, 0.5, 0.16], 0.45 * Math.exp(-(((x - hx) / size) ** 2 * 0.7 + ((y - hy + size * 0.25) / size) ** 2 * 5)))
  })
  for (const [i, [x, y, size]] of HOUSES.entries()) house(film, noise, x, y, size, i)
  const front = profile(film, (x) => -0.46 + 0.13 * smooth(0.25, 0.7, Math.abs(x)))
  film.shade((x, y, out, at) => {
    const ground = front[at % film.width]
    const tree =
      ground + pinesAt(noise, x, { spacing: 0.075, tall: 0.3 * smooth(0.3, 0.6, Math.abs(x)), salt: 5, slim: 0.24, bare: 0.25 }) - y
    if (tree > 0) {
      const snowy = smooth(0.1, 0.5, noise.noise2(x * 50, y * 75) + 0.4 * noise.noise2(x * 20, y * 130))
      cover(out, mixed(hex('#101a34'), hex('#a8b4dc'), snowy * 0.75), 1)
    }
    if (ground > y) cover(out, mixed(hex('#33457f'), hex('#8d9bd0'), 0.5 + noise.fbm2(x * 4, y * 14, 4)), 1)
  })
  for (let i = 0; i < 420; i++) {
    const near = noise.random() ** 3
    film.glow((noise.random() - 0.5) * film.aspect, noise.random() - 0.5, 0.0012 + 0.005 * near, [1, 1, 1.1], 0.7 - 0.5 * near)
  }
}

export const snowVillage = {
  slug: 'snow-village',
  title: 'Lit windows in the snow',
  tags: ['winter', 'village', 'snow', 'mountains', 'night'],
  mood: 'cosy',
  width: 1280,
  height: 960,
  seed: 71,
  samples: 1,
  development: { bloom: 0.35, exposure: 1.05 },
  paint,
}
