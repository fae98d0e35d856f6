import { cover, hex, light, smooth } from './core/colour.mjs'
import { starAt } from './core/stars.mjs'

function paint(film, noise) {
  film.shade((x, y, out) => {
    const bx = noise.fbm2(x * 1.5 + 2, y * 1.5, 5)
    const by = noise.fbm2(x * 1.5 - 4, y * 1.5 + 6, 5)
    const gas = noise.fbm2(x * 1.8 + bx * 1.8, y * 1.8 + by * 1.8, 7)
    const core = Math.hypot(x - 0.12, y - 0.14)
    const glow = Math.exp(-core * 3.4)
    light(out, hex('#0b1a3c'), 0.8)
    light(out, hex('#2f9fb8'), 1.5 * glow * smooth(-0.35, 0.5, gas))
    light(out, hex('#e0507a'), 0.9 * smooth(-0.05, 0.6, gas + 0.3 * bx) * smooth(0.9, 0.1, core))
    light(out, hex('#ffb45a'), 1.3 * glow ** 1.6 * smooth(0, 0.7, gas + by))
    light(out, hex('#5a4ac0'), 0.6 * smooth(0.1, 0.6, by) * (1 - glow))
    light(out, [0.8, 0.9, 1], starAt(noise, x + 3, y + 3, { fine: 70, rare: 0.74, size: 0.08 }))
    const pillar = Math.max(
      column(noise, x, y, -0.22, 0.16, 0.085, 1),
      column(noise, x, y, -0.03, -0.02, 0.07, 2),
      column(noise, x, y, 0.24, -0.18, 0.08, 3),
    )
    const dust = smooth(0, 0.09, pillar)
    const rough = noise.ridge2(x * 7 + bx * 2, y * 5 + by * 2, 6)
    cover(
      out,
      hex('#3a1c1e').map((value) => value * (0.3 + 1.6 * rough)),
      0.95 * dust,
    )
    light(out, hex('#ffc27a'), 0.9 * Math.exp(-(((pillar - 0.03) / 0.03) ** 2)) * (0.25 + 1.4 * glow) * (0.4 + rough))
    light(out, [1, 1, 1], 0.5 * starAt(noise, x + 9, y + 5, { fine: 26, rare: 0.93, size: 0.035, salt: 6 }))
  })
  for (let i = 0; i < 13; i++) {
    const x = i === 0 ? 0.12 : (noise.random() - 0.5) * 0.95
    const y = i === 0 ? 0.14 : noise.random() * 0.8 - 0.32
    const size = i === 0 ? 1 : 0.2 + 0.4 * noise.random() ** 2
    film.glow(x, y, 0.007 * size + 0.001, [1, 0.97, 0.9], 5)
    film.glow(x, y, 0.04 * size, [0.5, 0.6, 0.9], 0.55)
    film.shade(
      (px, py, out) => {
        const dx = Math.abs(px - x) / size
        const dy = Math.abs(py - y) / size
        light(out, [0.8, 0.9, 1], 1.3 * (Math.exp(-dx * 22 - dy * 900) + Math.exp(-dy * 22 - dx * 900)))
      },
      { left: x - 0.2 * size, right: x + 0.2 * size, bottom: y - 0.2 * size, top: y + 0.2 * size },
    )
  }
}

function column(noise, x, y, middle, top, wide, salt) {
  const bent = x - middle - 0.09 * (y + 0.5) + 0.1 * noise.fbm2(y * 2.2, salt * 5, 4)
  const head = wide * (0.9 + 0.9 * smooth(top, -0.6, y))
  const billow = 0.11 * noise.fbm2(x * 5 + salt, y * 5, 6)
  const under = (top - y) * 0.9
  return Math.min(head - Math.abs(bent), under) + billow
}

export const starNursery = {
  slug: 'star-nursery',
  title: 'Where stars are born',
  tags: ['nebula', 'space', 'stars'],
  mood: 'awe',
  width: 1024,
  height: 1024,
  seed: 101,
  samples: 1,
  look: { exposure: 1.2, bloom: 0.3 },
  paint,
}
