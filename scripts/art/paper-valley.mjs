import { blurred } from './core/blur.mjs'
import { clamp, cover, hex, light, mixed, put, smooth } from './core/colour.mjs'
import { pinesAt, profile } from './core/pines.mjs'

/** Sheets of card behind each other, lit from behind: the farthest are the brightest. */
const SHEETS = ['#ffd9a0', '#ffb884', '#f78f74', '#dd6670', '#a8436c', '#6c2f66', '#452768', '#251d58'].map((text) => hex(text))
const MOON = [0.02, 0.1]
const DEER =
  'M-40,0 L-37,-38 Q-44,-52 -36,-60 Q-16,-66 6,-60 Q18,-72 22,-88 Q20,-98 12,-104 Q4,-120 10,-134 Q9,-120 15,-112 L12,-128 L17,-110 Q20,-104 25,-101 Q28,-112 40,-118 L36,-110 Q50,-120 48,-134 Q54,-116 36,-106 Q30,-102 30,-99 L44,-90 Q46,-84 38,-83 L32,-82 Q32,-62 24,-48 L20,-36 L22,0 L17,0 L12,-36 L8,-36 L7,0 L2,0 L1,-37 Q-14,-34 -24,-38 L-29,-24 L-28,0 L-33,0 L-34,-22 L-36,0Z'
const STAG_SHEET = 4
const STAG = { x: -0.02, y: -0.145, scale: 0.0018 }

/** Where sheet `i` is card: under its hills and trees, and round the opening that was cut into it. */
function createSheet(film, noise, i, stag) {
  const near = i / (SHEETS.length - 1)
  const base = -0.02 - 0.05 * i
  const line = profile(film, (x) => {
    const sides = 0.16 * near * smooth(0.12, 0.7, Math.abs(x - MOON[0]))
    const hills = i < 3 ? 0.2 * (noise.ridge2(x * 1.9 + i * 3, 3, 3) - 0.45) : 0.06 * noise.noise2(x * 1.8 + i * 4.7, i)
    const isGlade = i === STAG_SHEET && Math.abs(x - STAG.x) < 0.2
    const trees =
      i > 1 && !isGlade
        ? pinesAt(noise, x, {
            spacing: 0.012 + 0.012 * i,
            tall: (0.02 + 0.03 * i) * (0.35 + smooth(0.05, 0.5, Math.abs(x - MOON[0]))),
            salt: i,
            bare: 0.4,
            slim: 0.24,
          })
        : 0
    return base + sides + hills + trees
  })
  const glade = (x, top) =>
    i === STAG_SHEET ? top + (STAG.y - 0.004 + 0.008 * noise.noise2(x * 9, 2) - top) * smooth(0.24, 0.1, Math.abs(x - STAG.x)) : top
  const opening = 0.2 + 0.072 * i
  return (x, y, at) => {
    const angle = Math.atan2(y - MOON[1] + 0.02, x - MOON[0])
    const scallop =
      i > 4
        ? 0.02 * Math.abs(Math.sin(angle * (9 + i) + i)) + 0.02 * noise.noise2(Math.cos(angle) * 3 + i, Math.sin(angle) * 3)
        : 0.02 * noise.noise2(Math.cos(angle) * 2 + i, Math.sin(angle) * 2)
    const frame = i > 3 ? Math.hypot(x - MOON[0], (y - MOON[1] + 0.02) * 1.22) - opening + scallop : -1
    return Math.max(glade(x, line[at % film.width]) - y, frame, i === STAG_SHEET ? (stag[at] - 0.5) * 0.01 : -1)
  }
}

function lay(film, insideAt, tone, near, grain) {
  const cut = new Float32Array(film.width * film.height * 3)
  film.shade((x, y, _out, at) => {
    cut[at * 3] = smooth(-0.0007, 0.0007, insideAt(x, y, at))
  })
  const plate = { width: film.width, height: film.height, data: cut }
  const soft = blurred(plate, film.height * (0.007 + 0.006 * near)).data
  const tight = blurred(plate, film.height * 0.003).data
  const shift = Math.round(film.height * (0.006 + 0.009 * near))
  film.shade((x, y, out, at) => {
    const from = at < shift * film.width ? at : at - shift * film.width
    const shade = 0.72 * soft[from * 3]
    for (let i = 0; i < 3; i++) out[i] *= 1 - shade * [0.62, 0.8, 0.72][i]
    const glow = Math.exp(-Math.hypot(x - MOON[0], y - MOON[1]) * (2 + 1.4 * near))
    const edge = clamp(1.9 * (1 - tight[at * 3]))
    const card = tone.map((value, i) => value * grain(x, y) * (0.72 + [1, 0.78, 0.62][i] * glow))
    cover(out, mixed(card, hex('#ffd0a0'), 0.42 * edge ** 1.5 * (0.35 + glow)), cut[at * 3])
  })
}

function moon(film, noise, grain) {
  film.shade((x, y, out) => {
    const away = Math.hypot(x - MOON[0], y - MOON[1])
    put(out, mixed(hex('#ffe2ac', 0.9), hex('#ff9a62', 0.8), smooth(0.1, 0.75, away)), grain(x, y))
    for (const [i, radius] of [0.47, 0.36, 0.26].entries()) {
      const gap = radius + 0.003 * noise.noise2(x * 12 + i, y * 12) - away
      for (let j = 0; j < 3; j++) out[j] *= 1 - [0.16, 0.26, 0.34][j] * Math.exp(-Math.max(0, -gap) * 34) * smooth(0.002, -0.002, gap)
    }
    light(out, [1, 0.86, 0.6], (0.2 + 0.12 * noise.fbm2(x * 9, y * 9, 4)) * smooth(0.262, 0.258, away))
  })
}

async function paint(film, noise) {
  const grain = (x, y) => 0.96 + 0.07 * noise.fbm2(x * 60, y * 60, 3) + 0.04 * noise.noise2(x * 240, y * 90)
  const stag = await film.mask(`<path transform="translate(${STAG.x} ${0 - STAG.y}) scale(${STAG.scale})" d="${DEER}"/>`)
  const flock = [
    [-0.24, -0.26, 0.9],
    [-0.19, -0.3, 0.7],
    [-0.3, -0.31, 0.6],
    [0.24, -0.2, 0.8],
    [0.3, -0.24, 0.6],
  ].map(
    ([x, y, size]) =>
      `<path transform="translate(${x} ${y}) scale(${0.0013 * size})" d="M-26,-10 Q-12,-16 0,0 Q12,-16 26,-10 Q12,-8 2,8 L-2,8 Q-12,-8 -26,-10Z"/>`,
  )
  const birds = await film.mask(flock.join(''))
  moon(film, noise, grain)
  for (const [i, tone] of SHEETS.entries()) {
    lay(film, createSheet(film, noise, i, stag), tone, i / (SHEETS.length - 1), grain)
    if (i === 2) lay(film, (_x, _y, at) => (birds[at] - 0.5) * 0.01, hex('#8a3c58'), 0.3, grain)
  }
}

export const paperValley = {
  slug: 'paper-valley',
  title: 'Paper valley with a stag',
  tags: ['paper-cut', 'forest', 'deer', 'moon', 'valley'],
  mood: 'playful',
  width: 1280,
  height: 960,
  seed: 15,
  samples: 1,
  development: { bloom: 0.15, grain: 0.006, vignette: 0.3 },
  paint,
}
