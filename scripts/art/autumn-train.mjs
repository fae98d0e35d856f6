import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'

const SKY = createRamp([
  [-0.1, '#ffdca0', 1.1],
  [0.12, '#f6b486'],
  [0.28, '#a8a0b8'],
  [0.5, '#56789c'],
])
const SUN = [0.5, 0.2]
const DECK = 0.015
const SPAN = 0.19
const LEAVES = ['#c8401c', '#e8842c', '#f2b43c', '#8a3a24', '#b8681c'].map((text) => hex(text))
const ENGINE =
  'M0,0 L0,-26 L4,-26 L4,-30 L34,-30 L34,-26 L38,-26 L38,-22 L88,-22 Q96,-20 96,-11 L98,0Z M72,-22 L70,-38 L81,-38 L79,-22Z M52,-22 Q52,-29 57,-29 Q62,-29 62,-22Z M96,-4 L106,0 L104,6 L94,6Z'
const HEAD = { x: 0.2, scale: 0.0014 }

function train() {
  const at = `translate(${HEAD.x} ${-DECK - 0.006 - 7 * HEAD.scale}) scale(${HEAD.scale})`
  let body = `<g transform="${at}"><path d="${ENGINE}"/>${[12, 34, 54, 74, 90].map((x) => `<circle cx="${x}" cy="2" r="7"/>`).join('')}</g>`
  let panes = `<g transform="${at}"><rect x="10" y="-24" width="9" height="9"/><rect x="22" y="-24" width="8" height="9"/></g>`
  for (let i = 0; i < 6; i++) {
    const car = `translate(${HEAD.x - (1 + i) * 110 * HEAD.scale} ${-DECK - 0.006 - 7 * HEAD.scale}) scale(${HEAD.scale})`
    body += `<g transform="${car}"><path d="M2,0 L2,-27 Q54,-34 106,-27 L106,0Z"/><rect x="104" y="-6" width="8" height="4"/><circle cx="22" cy="3" r="6"/><circle cx="86" cy="3" r="6"/></g>`
    panes += `<g transform="${car}">${[10, 26, 42, 58, 74, 90].map((x) => `<rect x="${x}" y="-22" width="10" height="9"/>`).join('')}</g>`
  }
  return { body, panes }
}

function hills(film, noise, i) {
  const line = profile(
    film,
    (x) =>
      0.17 -
      0.1 * i +
      (i < 2
        ? 0.22 * (noise.ridge2(x * 1.5 + i * 5, 2, 6) - 0.45)
        : 0.13 * (Math.abs(x + 0.05) - 0.3) + 0.04 * noise.fbm2(x * 3 + i * 6, i, 5)),
  )
  film.shade((x, y, out, at) => {
    const crown = i > 1 ? 0.016 * noise.noise2(x * 60, i) + 0.009 * noise.noise2(x * 140, i) : 0
    const below = line[at % film.width] + crown - y
    if (below <= 0) return
    const wood = noise.noise2(x * 50, y * 70) + 0.6 * noise.noise2(x * 110, y * 150)
    const tone =
      i < 2
        ? mixed(hex('#7a7490'), hex('#a8889a'), noise.ridge2(x * 6, y * 9, 5))
        : mixed(LEAVES[3], LEAVES[1], clamp(0.4 + 0.35 * wood + 0.5 * noise.fbm2(x * 4, y * 5, 3)))
    const sun = Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * 2.1)
    const mist = clamp(0.78 - 0.19 * i + 0.6 * smooth(0.02, 0.22, below + 0.04 * noise.fbm2(x * 5, y * 9, 4)) * (i < 4 ? 1 : 0.5))
    cover(out, mixed(tone, mixed(hex('#b8a4a8'), hex('#ffd49a', 1.1), sun), clamp(mist)), smooth(0, 0.003, below))
  })
}

/** Stone arches over the valley; their sides to the sun are warm. */
function viaduct(film, noise) {
  film.shade(
    (x, y, out) => {
      const position = (x + 0.03) / SPAN
      const side = (position - Math.round(position)) * SPAN
      const wide = 0.017 + 0.012 * smooth(0, -0.4, y)
      const spring = DECK - 0.075
      const arch = Math.hypot(SPAN / 2 - Math.abs(side), Math.max(0, y - spring) * 1.25) - (SPAN / 2 - wide)
      const isStone = y < DECK && (y > DECK - 0.018 || arch > 0)
      const isRail = y >= DECK && y < DECK + 0.006
      if (!isStone && !isRail) return
      const row = Math.floor(y * 130)
      const brick = noise.cell(Math.floor(x * 75 + (row % 2) * 0.5 + 300) & 255, row & 255, 4)
      const mortar = Math.min(smooth(0, 0.14, (y * 130 + 999) % 1), smooth(0, 0.1, (x * 75 + (row % 2) * 0.5 + 300) % 1))
      const inner = smooth(0.012, 0, arch) * (y < DECK - 0.018 ? 1 : 0)
      const warm = clamp(0.35 + (side / wide) * 0.45) * (y < DECK - 0.03 ? 1 : 0.8) + 0.5 * smooth(DECK - 0.008, DECK, y)
      const tone = mixed(hex('#5a4a48'), hex('#9c8270'), brick).map(
        (value) => value * (0.72 + 0.3 * mortar) * (0.85 + 0.3 * noise.fbm2(x * 12, y * 12, 4)),
      )
      for (let i = 0; i < 3; i++) out[i] = tone[i] * ([0.45, 0.46, 0.62][i] + [1.7, 1.05, 0.6][i] * warm) * (1 - 0.5 * inner)
      const veil = smooth(-0.08, -0.36, y + 0.06 * noise.fbm2(x * 5, y * 8, 4))
      cover(out, mixed(hex('#b89c98'), hex('#eabf98'), clamp(0.4 + x)), 0.72 * veil)
    },
    { left: -9, right: 9, bottom: -9, top: DECK + 0.01 },
  )
}

function steam(film, noise) {
  const chimney = HEAD.x + 76 * HEAD.scale
  film.shade(
    (x, y, out) => {
      const back = chimney - x
      if (back < -0.03) return
      const rise = DECK + 0.045 + 0.075 * Math.sqrt(Math.max(0, back) * 2.2)
      const wide = 0.01 + 0.1 * Math.max(0, back) ** 0.8
      const billow = noise.fbm2(x * 15, y * 19, 6)
      const edge = 1 - Math.abs(y - rise) / wide + 1.1 * billow
      const lump = noise.fbm2((x + 0.008) * 15, (y + 0.008) * 19, 5) - billow
      const alpha = smooth(0.2, 0.9, edge) * smooth(0.75, 0.1, back) * smooth(-0.012, 0.01, back)
      cover(out, mixed(hex('#a898a8'), hex('#fff0d4', 1.15), clamp(0.5 - lump * 3 + (y - rise) * 4)), 0.92 * alpha)
    },
    { left: -9, right: chimney + 0.05, bottom: DECK, top: 0.4 },
  )
}

function nearTrees(film, noise) {
  for (let i = 0; i < 20; i++) {
    const side = i % 2 ? 1 : -1
    const x = side * (0.42 + 0.5 * noise.random())
    const size = 0.09 + 0.09 * noise.random()
    const y = -0.5 + 0.3 * Math.max(0, Math.abs(x) - 0.38) + 0.07 * noise.random()
    const tint = LEAVES[Math.floor(noise.random() * 5)]
    film.shade(
      (px, py, out) => {
        const dx = (px - x) / size
        const dy = (py - y) / size
        const crown = 1 - Math.hypot(dx, dy * 0.85) + 0.7 * noise.fbm2(px * 14 + i, py * 14, 5)
        const leaf = noise.noise2(px * 95, py * 95 + i) + 0.5 * noise.noise2(px * 190, py * 190)
        const alpha = smooth(0.2, 0.34, crown + 0.3 * leaf)
        if (alpha <= 0) return
        const sunny = clamp(0.28 + 0.42 * dx + 0.4 * dy + 0.5 * leaf)
        const tone = mixed(hex('#2a1420'), tint, clamp(0.25 + 1.2 * sunny))
        cover(out, tone, alpha)
        light(out, [1, 0.6, 0.2], 0.3 * sunny ** 2 * alpha)
      },
      { left: x - size * 1.7, right: x + size * 1.7, bottom: -0.5, top: y + size * 1.8 },
    )
  }
}

async function paint(film, noise) {
  film.shade((x, y, out) => {
    SKY(y, out)
    const sun = Math.hypot(x - SUN[0], y - SUN[1])
    const cloud = noise.fbm2(x * 2.2, y * 8 + 4, 6)
    cover(
      out,
      mixed(hex('#ffe0b8', 1.1), hex('#9a8ca4'), clamp(0.2 + sun * 0.8 - cloud)),
      0.75 * smooth(0, 0.4, cloud) * smooth(0.05, 0.25, y),
    )
    light(out, [1, 0.74, 0.4], 0.7 * Math.exp(-sun * 4.5) + 4 * smooth(0.042, 0.04, sun))
  })
  for (let i = 0; i < 4; i++) hills(film, noise, i)
  viaduct(film, noise)
  const drawn = train()
  const [body, panes, soft] = [await film.mask(drawn.body), await film.mask(drawn.panes), await film.mask(drawn.body, 0.004)]
  film.shade((_x, y, out, at) => {
    const above = soft[Math.max(0, at - Math.round(film.height * 0.006) * film.width)]
    cover(out, mixed(hex('#2a0d12'), hex('#8a2a22'), smooth(DECK, DECK + 0.03, y)), body[at])
    light(out, [1, 0.66, 0.34], 0.75 * body[at] * clamp(0.75 - above))
    cover(out, [1.5, 0.95, 0.4], panes[at] * body[at])
  })
  steam(film, noise)
  nearTrees(film, noise)
}

export const autumnTrain = {
  slug: 'autumn-train',
  title: 'Steam over the autumn valley',
  tags: ['train', 'autumn', 'valley', 'leaves', 'mist', 'forest'],
  mood: 'nostalgic',
  width: 1280,
  height: 720,
  seed: 52,
  samples: 1,
  development: { exposure: 1.05, bloom: 0.3, bloomFrom: 0.85 },
  paint,
}
