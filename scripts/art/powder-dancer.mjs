import { clamp, cover, createRamp, hex, light, smooth } from './core/colour.mjs'

const POWDER = createRamp([
  [0, '#2438c8'],
  [0.35, '#c22a9c'],
  [0.65, '#ff5a3c'],
  [1, '#ffc85a', 1.2],
])
const DANCER =
  '<g transform="translate(-0.03 0.34) scale(0.0024)"><circle cx="6" cy="-171" r="10.5"/><circle cx="13" cy="-180" r="5"/><path d="M1,-162 L9,-162 L11,-152 Q22,-156 34,-172 Q46,-190 60,-204 L63,-201 Q52,-184 42,-166 Q32,-148 19,-138 Q15,-126 16,-116 Q20,-104 16,-94 Q40,-82 74,-78 Q96,-78 110,-86 L112,-82 Q96,-68 72,-68 Q38,-66 12,-74 Q10,-52 7,-36 Q6,-16 5,-4 L12,4 L-2,4 Q-3,-18 -5,-36 Q-10,-60 -11,-82 Q-14,-96 -8,-112 Q-10,-126 -11,-138 Q-26,-140 -42,-150 Q-60,-160 -76,-160 L-76,-164 Q-58,-166 -40,-158 Q-22,-150 -6,-152 Z"/><path d="M-12,-112 Q2,-106 17,-112 Q36,-98 58,-88 Q34,-72 8,-72 Q-16,-70 -40,-82 Q-22,-94 -12,-112Z"/></g>'

async function paint(film, noise) {
  const drawn = await film.mask(DANCER)
  const soft = await film.mask(DANCER, 0.005)
  film.shade((x, y, out) => {
    light(out, hex('#1a1238'), 0.55 + 0.5 * noise.fbm2(x * 2, y * 2, 3))
    const cone = Math.abs(x) / (0.05 + 0.26 * (0.5 - y))
    light(out, hex('#5a4a9c'), 0.22 * Math.exp(-cone * cone * 1.6) * (0.7 + 0.5 * noise.fbm2(x * 5, y * 5, 4)))
    const dy = y + 0.02
    const away = Math.hypot(x * 1.15, dy)
    const turn = Math.atan2(dy, x) + away * 7
    const wx = noise.fbm2(x * 4 + 3, y * 4, 4)
    const wy = noise.fbm2(x * 4, y * 4 + 7, 4)
    const puff = noise.fbm2(x * 3 + wx * 1.6 + Math.cos(turn) * 0.8, y * 3 + wy * 1.6 + Math.sin(turn) * 0.8, 7)
    const arm = 0.5 + 0.5 * Math.cos(turn * 2 + wx * 2.4)
    const dense = smooth(0.02, 0.7, puff + 0.75 * arm - away * 1.9 + 0.4) * smooth(0.04, 0.14, away)
    const edge = clamp(0.5 + (noise.fbm2(x * 3 + wx * 1.6 + 0.03, y * 3 + wy * 1.6 + 0.06, 5) - puff) * 0.6)
    const tone = POWDER(clamp(0.5 + 0.9 * wx + 0.9 * y + 0.35 * x), [0, 0, 0])
    cover(
      out,
      tone.map((value) => value * (0.45 + 1.3 * edge)),
      0.92 * dense,
    )
    light(out, tone, 0.35 * Math.exp(-away * 6))
    if (y < -0.335) {
      const floor = smooth(-0.335, -0.36, y)
      cover(out, hex('#0a0714'), 0.75 * floor)
      light(
        out,
        hex('#a04a8c'),
        0.4 * floor * Math.exp(-((x * 4) ** 2) - ((y + 0.36) * 14) ** 2) * (0.9 + 0.2 * noise.noise2(x * 9, y * 60)),
      )
    }
  })
  for (let i = 0; i < 700; i++) {
    const turn = noise.random() * 6.28
    const far = 0.08 + 0.36 * noise.random()
    const near = noise.random() ** 5
    const tone = POWDER(noise.random(), [0, 0, 0])
    film.glow(Math.cos(turn) * far * 0.8, Math.sin(turn) * far, 0.0009 + 0.004 * near, tone, 1.5 - near)
  }
  film.shade((_x, _y, out, at) => {
    cover(out, [0.006, 0.004, 0.012], drawn[at])
    light(out, [1, 0.5, 0.45], drawn[at] * 0.8 * Math.max(0, 0.7 - soft[at]) ** 1.5)
  })
}

export const powderDancer = {
  slug: 'powder-dancer',
  title: 'Dancer in coloured powder',
  tags: ['dancer', 'colour', 'stage', 'silhouette'],
  mood: 'energetic',
  width: 720,
  height: 1280,
  seed: 64,
  samples: 1,
  development: { exposure: 1.15, bloom: 0.3 },
  paint,
}
