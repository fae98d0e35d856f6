import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'

const PETAL = createRamp([
  [0, '#5a0a2e'],
  [0.4, '#d82a5c'],
  [0.8, '#ff7a6a'],
  [1, '#ffd0b0'],
])

function petals(noise, x, y, out) {
  const angle = Math.atan2(y, x)
  const away = Math.hypot(x, y)
  for (let ring = 26; ring >= 0; ring--) {
    const grown = ring / 26
    const reach = 0.02 + 0.5 * grown ** 1.25
    const count = Math.round(9 + 9 * grown)
    const turn = ring * 2.39996
    const place = ((angle + turn) / (2 * Math.PI)) * count
    const which = Math.floor(place + 0.5)
    const across = (place - which) * 2
    const own = noise.cell(((which % count) + count) % count, ring, 2)
    const length = reach * (0.9 + 0.2 * own)
    const start = length * 0.35
    const u = (away - start) / (length - start)
    if (u < -0.6 || u > 1.1) continue
    const wide = u < 0 ? 1 : Math.sqrt(Math.max(0, 1 - u ** 3.2)) * (0.72 + 0.32 * Math.sin(clamp(u) * 2.4))
    const gap = wide - Math.abs(across)
    const shadow = smooth(-0.4, 0.05, gap) * smooth(1.14, 1, u)
    for (let i = 0; i < 3; i++) out[i] *= 1 - 0.5 * shadow * smooth(-0.5, 0.2, u)
    if (gap <= 0 || u > 1) continue
    const cup = across / Math.max(0.05, wide)
    const facing = 0.62 + 0.38 * Math.cos(angle - 2.2 + cup * 0.9)
    const vein = 0.93 + 0.1 * Math.sin(cup * 17 + 2 * noise.noise2(u * 2, which)) + 0.06 * noise.noise2(cup * 24, u * 4)
    const tone = PETAL(clamp(0.1 + 0.5 * clamp(u) + 0.32 * (1 - grown) * (own - 0.3) + 0.2 * grown), [0, 0, 0])
    const lit = (0.22 + 1.05 * facing * (0.35 + 0.65 * smooth(-0.2, 0.9, u))) * vein * (1 - 0.3 * Math.abs(cup) ** 3)
    cover(
      out,
      tone.map((value) => value * lit),
      clamp(gap * 40),
    )
    light(out, hex('#ffd9c4'), 0.28 * smooth(0.12, 0, wide - Math.abs(across)) * facing * smooth(0.4, 1, u))
  }
}

function dew(film, noise) {
  for (let i = 0; i < 46; i++) {
    const turn = noise.random() * 6.28
    const far = 0.08 + 0.36 * noise.random()
    const x = -0.06 + Math.cos(turn) * far
    const y = -0.03 + Math.sin(turn) * far
    const r = 0.003 + 0.009 * noise.random() ** 2
    film.shade(
      (px, py, out) => {
        const dx = (px - x) / r
        const dy = (py - y) / r
        const gap = Math.hypot(dx, dy)
        const under = Math.exp(-((dx - 0.35) ** 2 + (dy + 0.45) ** 2) * 1.4)
        for (let j = 0; j < 3; j++) out[j] *= 1 - 0.45 * under * smooth(0.9, 1.05, gap)
        if (gap > 1) return
        const shade = 0.75 + 0.7 * clamp((dx - dy) * 0.5)
        for (let j = 0; j < 3; j++) out[j] = out[j] * shade + 0.03
        light(out, [1, 1, 1], 1.4 * Math.exp(-((dx + 0.38) ** 2 + (dy - 0.42) ** 2) * 22))
      },
      { left: x - r * 2, right: x + r * 2, bottom: y - r * 2, top: y + r * 2 },
    )
  }
}

function paint(film, noise) {
  film.shade((x, y, out) => {
    const leaf = noise.fbm2(x * 2.2 + 4, y * 2.2, 3)
    const green = mixed(hex('#06140f'), hex('#2f6a4a'), smooth(-0.4, 0.6, leaf + y * 0.5 - x * 0.3))
    for (let i = 0; i < 3; i++) out[i] = green[i]
  })
  for (let i = 0; i < 26; i++) {
    const tint = i % 3 ? hex('#5fbf8a') : hex('#ff9ab0')
    film.bokeh(
      (noise.random() - 0.5) * 1.05,
      (noise.random() - 0.5) * 1.05,
      0.03 + 0.05 * noise.random(),
      tint,
      0.05 + 0.1 * noise.random(),
    )
  }
  film.shade((x, y, out) => petals(noise, x + 0.06, (y + 0.03) * 1.06, out))
  dew(film, noise)
}

export const dahlia = {
  slug: 'dahlia-dew',
  title: 'Dahlia with dew',
  tags: ['flower', 'macro', 'petals'],
  mood: 'tender',
  width: 1024,
  height: 1024,
  seed: 4,
  samples: 1,
  look: { exposure: 1.25, bloom: 0.15 },
  paint,
}
