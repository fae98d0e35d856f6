import { cover, createRamp, hex, light, smooth } from './core/colour.mjs'

const DEEP = createRamp([
  [-0.5, '#05031a'],
  [0, '#120a44'],
  [0.5, '#24408c'],
])
const JELLIES = [
  { x: 0.17, y: 0.36, size: 0.045, tint: hex('#5fd0ff'), lean: 0.2 },
  { x: -0.17, y: -0.2, size: 0.06, tint: hex('#8f7bff'), lean: -0.15 },
  { x: -0.2, y: 0.4, size: 0.03, tint: hex('#5fd0ff'), lean: 0.1 },
  { x: 0.16, y: -0.36, size: 0.035, tint: hex('#ff7bc0'), lean: 0.3 },
  { x: 0.0, y: 0.13, size: 0.15, tint: hex('#ff6fb0'), lean: -0.1 },
]

function jelly(film, noise, { x: cx, y: cy, size, tint, lean }, salt) {
  film.glow(cx, cy, size * 1.8, tint, 0.22)
  film.shade((px, py, out) => {
    const y = (py - cy) / size
    const x = (px - cx) / size - lean * Math.min(0, y) * 0.5
    if (Math.abs(x) > 1.6 || y > 1.1 || y < -5) return
    for (let i = 0; i < 13; i++) {
      const inner = i > 8
      const start = inner ? (i - 10.5) * 0.16 : -0.86 + (i / 8) * 1.72
      const long = inner ? 2.6 : 3 + 1.8 * noise.cell(i, salt)
      const down = -y / long
      if (down < 0 || down > 1) continue
      const wave = 0.24 * down * Math.sin(y * 1.9 + i * 1.3) + 0.3 * down * noise.noise2(y * 0.6 + i * 5, salt) - start * 0.3 * down
      const wide = inner ? 0.11 * (1 - down) * (1 + 0.7 * Math.sin(y * 13 + i * 2)) + 0.02 : 0.016
      const strand = smooth(wide, wide * 0.2, Math.abs(x - start - wave))
      light(out, tint, strand * (inner ? 0.75 : 0.5) * (1 - down) ** 1.2)
    }
    const rim = -0.12 + 0.05 * Math.cos(x * 22)
    const bell = Math.hypot(x, y > 0 ? y * 1.12 : y * 1.5)
    if (bell > 1 || y < rim - 0.1) return
    const shell = bell ** 5
    const rib = 0.5 + 0.5 * Math.cos((Math.asin(Math.max(-1, Math.min(1, x / Math.sqrt(1.02 - Math.min(1, y * y * 1.2))))) || 0) * 20)
    const edge = smooth(1, 0.965, bell) * smooth(rim - 0.1, rim, y)
    cover(out, tint, 0.25 * edge)
    light(out, tint, edge * (0.12 + 0.95 * shell + 0.22 * rib ** 3 + 0.45 * Math.exp(-((y - rim) ** 2) * 70)))
    light(
      out,
      [1, 0.9, 0.95],
      edge *
        (0.12 * Math.exp(-(((Math.abs(x) - 0.28) / 0.2) ** 2 + ((y - 0.3) / 0.2) ** 2) * 2) +
          0.5 * shell ** 3 +
          0.35 * Math.exp(-((x + 0.4) ** 2 + (y - 0.55) ** 2) * 24)),
    )
  })
}

function paint(film, noise) {
  film.shade((x, y, out) => {
    DEEP(y + 0.08 * noise.fbm2(x * 3, y * 3, 4), out)
    const angle = (x - 0.1) / (0.95 - y)
    light(
      out,
      hex('#4f8fe0'),
      0.32 * smooth(-0.1, 0.9, noise.noise2(angle * 8, 2) + 0.5 * noise.noise2(angle * 21, 6)) * smooth(-0.3, 0.5, y),
    )
  })
  for (let i = 0; i < 160; i++) {
    const near = noise.random() ** 4
    film.glow((noise.random() - 0.5) * 0.58, noise.random() - 0.5, 0.001 + 0.007 * near, hex('#9fc8ff'), 0.6 - 0.45 * near)
  }
  for (const [i, one] of JELLIES.entries()) jelly(film, noise, one, i)
}

export const jellyGlow = {
  slug: 'jelly-glow',
  title: 'Glowing jellyfish',
  tags: ['underwater', 'jellyfish', 'glow', 'sea', 'coral'],
  mood: 'dreamy',
  width: 720,
  height: 1280,
  seed: 88,
  samples: 1,
  development: { bloom: 0.45, bloomFrom: 0.5, exposure: 1.15 },
  paint,
}
