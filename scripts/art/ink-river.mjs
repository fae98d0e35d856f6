import { clamp, cover, hex, light, put, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'

const INK = hex('#1a1d24')
const SEAL = '<rect x="0.19" y="0.31" width="0.034" height="0.046" rx="0.004"/>'
const BOAT =
  '<g transform="translate(0.03 0.27) scale(0.0011)"><path d="M-70,-4 Q-30,8 0,8 Q40,8 76,-10 Q60,18 30,20 L-34,20 Q-56,14 -70,-4Z M-24,6 Q-24,-24 4,-26 Q30,-24 30,4 L24,5 Q22,-16 4,-18 Q-16,-16 -18,6Z"/><path d="M46,0 L44,-30 Q48,-38 54,-30 L56,-2Z M38,-36 L50,-46 L62,-36Z M62,-60 L64,-60 L40,44 L38,44Z"/></g>'

async function paint(film, noise) {
  const hills = Array.from({ length: 6 }, (_, i) =>
    profile(film, (x) => {
      const lean = i % 2 ? x : -x
      const tower = Math.exp(-((x - (i % 2 ? 0.2 : -0.16) - 0.08 * noise.noise2(i * 3.3, 2)) ** 2) * (26 - i * 2))
      const rough = 0.05 * noise.fbm2(x * 9 + i * 7, i, 6)
      return 0.02 - i * 0.07 + (0.38 - i * 0.025) * tower + 0.12 * lean + rough * (0.4 + tower)
    }),
  )
  film.shade((x, y, out, at) => {
    const fibre = noise.noise2(x * 160, y * 22) * 0.5 + noise.fbm2(x * 60, y * 60, 3)
    put(out, hex('#efe6d2'), 0.97 + 0.045 * fibre)
    cover(out, hex('#c9b48a'), 0.2 * smooth(0.1, 0.6, noise.fbm2(x * 2, y * 2, 4)))
    const sun = Math.hypot(x + 0.1, y - 0.33)
    cover(
      out,
      hex('#c8402c'),
      (0.72 + 0.2 * noise.fbm2(x * 16, y * 16, 4)) * smooth(0.058, 0.054, sun + 0.002 * noise.noise2(x * 60, y * 60)),
    )
    for (let i = 0; i < hills.length; i++) {
      const below = hills[i][at % film.width] - y + 0.004 * noise.fbm2(x * 40, y * 40, 3)
      if (below <= 0) continue
      const depth = (i + 1) / hills.length
      const wash = Math.exp(-below * (9 - 3 * depth))
      const stroke = noise.ridge2(x * 22 + y * 7 + i * 3, y * 9 - x * 4, 5)
      const dry = smooth(0.25, 0.8, stroke + 0.25 * noise.noise2(x * 120, y * 40))
      const edge = smooth(0.012, 0, below)
      const ink = depth ** 1.25 * (0.22 * wash + 0.6 * dry * wash + 0.4 * edge)
      cover(out, hex('#efe6d2'), 0.75 * (1 - wash) + 0.35)
      cover(out, INK, clamp(ink * 1.15 + 0.06 * wash))
      cover(out, hex('#3f5f68'), 0.16 * wash * depth * (1 - dry))
    }
    const river = smooth(-0.16, -0.28, y + 0.02 * noise.fbm2(x * 5, 1, 3))
    cover(out, hex('#ece4d2'), 0.93 * river)
    const ripple = smooth(0.5, 0.8, noise.noise2(x * 7, y * 90) + 0.3 * noise.noise2(x * 20, y * 200))
    cover(out, INK, 0.2 * ripple * river)
    const bank = -0.47 + 0.1 * smooth(0.02, -0.3, x) + 0.02 * noise.fbm2(x * 18, 3, 5) - y
    if (bank > 0) cover(out, INK, clamp(0.55 + 0.5 * noise.ridge2(x * 18, y * 26, 4)) * Math.exp(-bank * 4))
    return out
  })
  return details(film, noise)
}

async function details(film, noise) {
  let reeds = ''
  for (let i = 0; i < 40; i++) {
    const x = -0.29 + 0.2 * noise.random() ** 1.4
    const tall = 0.07 + 0.16 * noise.random()
    const bow = 0.05 * (noise.random() - 0.2)
    reeds += `<path d="M${x},0.46 Q${x + bow * 0.3},${0.46 - tall * 0.6} ${x + bow},${0.46 - tall} Q${x + bow * 0.3 + 0.003},${0.46 - tall * 0.6} ${x + 0.0035},0.46Z"/>`
  }
  const drawn = await film.mask(BOAT + reeds)
  const image = await film.mask(BOAT.replace('0.27) scale(0.0011)', '0.322) scale(0.0011 -0.0011)'), 0.004)
  const seal = await film.mask(SEAL)
  film.shade((x, y, out, at) => {
    cover(out, INK, 0.22 * image[at])
    cover(out, INK, drawn[at] * clamp(0.78 + 0.3 * noise.noise2(x * 80, y * 80)))
    const glyph = noise.cell(Math.floor(x * 150), Math.floor(y * 150), 3) > 0.55 ? 0.7 : 0
    cover(out, hex('#b5301f'), seal[at] * 0.9)
    light(out, [0.6, 0.55, 0.45], seal[at] * glyph * 0.6)
  })
}

export const inkRiver = {
  slug: 'ink-river',
  title: 'Ink river at dawn',
  tags: ['ink', 'river', 'mountains', 'boat', 'landscape'],
  mood: 'meditative',
  width: 720,
  height: 1280,
  seed: 52,
  samples: 1,
  development: { bloom: 0, vignette: 0.2, grain: 0.008 },
  paint,
}
