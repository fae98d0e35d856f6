import { cover, hex, mixed, put, smooth } from './core/colour.mjs'
import { blurred } from './core/blur.mjs'
import { pinesAt, profile } from './core/pines.mjs'

const SHEETS = ['#f6c9a0', '#f0a07c', '#e0736a', '#b04a68', '#74356a', '#40295c', '#20204a', '#101634'].map((text) => hex(text))
const DEER =
  'M-40,0 L-37,-38 Q-44,-52 -36,-60 Q-16,-66 6,-60 Q18,-72 22,-88 Q20,-98 12,-104 Q4,-120 10,-134 Q9,-120 15,-112 L12,-128 L17,-110 Q20,-104 25,-101 Q28,-112 40,-118 L36,-110 Q50,-120 48,-134 Q54,-116 36,-106 Q30,-102 30,-99 L44,-90 Q46,-84 38,-83 L32,-82 Q32,-62 24,-48 L20,-36 L22,0 L17,0 L12,-36 L8,-36 L7,0 L2,0 L1,-37 Q-14,-34 -24,-38 L-29,-24 L-28,0 L-33,0 L-34,-22 L-36,0Z'

async function paint(film, noise) {
  const grain = (x, y) => 0.95 + 0.06 * noise.fbm2(x * 70, y * 70, 3) + 0.05 * noise.noise2(x * 260, y * 90)
  film.shade((x, y, out) => put(out, hex('#fbe6c4'), grain(x, y)))
  const disc = [-0.2, 0.2]
  for (const [i, radius] of [0.34, 0.25, 0.165].entries()) {
    sheet(
      film,
      (x, y) => radius + 0.004 * noise.noise2(x * 9, y * 9) - Math.hypot(x - disc[0], y - disc[1]),
      [hex('#fbd8a8'), hex('#fcc488'), hex('#ffb066', 1.1)][i],
      grain,
    )
  }
  const deer = await film.mask(`<path transform="translate(0.34 0.258) scale(0.00125)" d="${DEER}"/>`)
  for (const [i, tone] of SHEETS.entries()) {
    const base = 0.14 - i * 0.083
    const line = profile(film, (x) => {
      const swell = 0.11 * noise.noise2(x * (1.3 + i * 0.12) + i * 4.7, i) + 0.035 * noise.noise2(x * 4 + i, 7)
      const sides = i > 4 ? 0.2 * smooth(0.3, 0.75, Math.abs(x)) * (i - 4) * 0.5 : 0
      const trees =
        i > 2 ? pinesAt(noise, x, { spacing: 0.014 + 0.011 * i, tall: 0.03 + 0.028 * (i - 2), salt: i, bare: i > 6 ? 0.35 : 0.45 }) : 0
      return (
        base +
        swell +
        (i < 3 ? 0.14 * (noise.ridge2(x * 2 + i, 3, 3) - 0.4) : 0) +
        sides +
        trees * (i === 5 && Math.abs(x - 0.34) < 0.14 ? 0 : 1)
      )
    })
    const floor = i === 5 ? -0.258 : null
    const heightAt = (x, at) => {
      const top = line[at % film.width]
      return floor === null ? top : top + (floor - top) * smooth(0.22, 0.1, Math.abs(x - 0.34))
    }
    sheet(film, (x, y, at) => Math.max(heightAt(x, at) - y, i === 5 ? deer[at] - 0.5 : -1), tone, grain)
  }
}

function sheet(film, insideAt, tone, grain) {
  const cut = new Float32Array(film.width * film.height * 3)
  film.shade((x, y, _out, at) => {
    cut[at * 3] = smooth(-0.0006, 0.0006, insideAt(x, y, at))
  })
  const soft = blurred({ width: film.width, height: film.height, data: cut }, film.height * 0.007).data
  const shift = Math.round(film.height * 0.009)
  film.shade((x, y, out, at) => {
    const from = Math.max(0, Math.min(film.width * film.height - 1, at + shift + shift * film.width))
    const shade = 0.55 * soft[from * 3]
    for (let i = 0; i < 3; i++) out[i] *= 1 - shade * [0.7, 0.85, 0.8][i]
    const above = cut[Math.max(0, at - Math.ceil(film.height / 600) * film.width) * 3]
    const lit = mixed(tone, [1, 1, 1], 0.25 * Math.max(0, cut[at * 3] - above))
    cover(
      out,
      lit.map((value) => value * grain(x, y) * (1.08 - 0.25 * smooth(0.3, -0.5, y))),
      cut[at * 3],
    )
  })
}

export const paperValley = {
  slug: 'paper-valley',
  title: 'Paper valley with a stag',
  tags: ['paper-cut', 'forest', 'deer'],
  mood: 'playful',
  width: 1280,
  height: 960,
  seed: 15,
  samples: 1,
  look: { bloom: 0, grain: 0.006, vignette: 0.25 },
  paint,
}
