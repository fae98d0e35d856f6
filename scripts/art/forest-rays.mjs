import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'

const GLOW = createRamp([
  [0, '#fff3c4', 1.3],
  [0.16, '#f6d27c', 1.1],
  [0.4, '#8a9c54'],
  [0.9, '#2c4c34'],
])
const SUN = [0.1, 0.13]
const GROUND = -0.19
const LAYERS = 7
const STEPS = 48
const DEER =
  'M-40,0 L-37,-38 Q-44,-52 -36,-60 Q-16,-66 6,-60 Q18,-72 22,-88 Q20,-98 12,-104 Q4,-120 10,-134 Q9,-120 15,-112 L12,-128 L17,-110 Q20,-104 25,-101 Q28,-112 40,-118 L36,-110 Q50,-120 48,-134 Q54,-116 36,-106 Q30,-102 30,-99 L44,-90 Q46,-84 38,-83 L32,-82 Q32,-62 24,-48 L20,-36 L22,0 L17,0 L12,-36 L8,-36 L7,0 L2,0 L1,-37 Q-14,-34 -24,-38 L-29,-24 L-28,0 L-33,0 L-34,-22 L-36,0Z'

function createTrunks(noise, layer) {
  const near = layer / (LAYERS - 1)
  const count = Math.round(26 - 23 * near ** 0.6)
  return Array.from({ length: count }, (_, i) => {
    const x = ((i + 0.15 + 0.7 * noise.random()) / count - 0.5) * 1.75
    const clear = smooth(0.3, 0, Math.abs(x - SUN[0] + 0.04)) * near
    return {
      x: x + Math.sign(x - SUN[0]) * clear * 0.34,
      wide: (0.004 + 0.042 * near ** 1.7) * (0.7 + 0.6 * noise.random()),
      lean: 0.09 * (noise.random() - 0.5),
      salt: noise.random() * 90,
    }
  })
}

function drawTrunks(film, noise, layer) {
  const near = layer / (LAYERS - 1)
  const foot = GROUND - 0.24 * near ** 1.6
  const bark = mixed(hex('#93a05c'), hex('#0d130c'), near ** 0.45)
  for (const { x: middle, wide, lean, salt } of createTrunks(noise, layer)) {
    film.shade(
      (x, y, out) => {
        const root = wide * (1 + 1.2 * Math.exp(-(y - foot) / (0.5 * wide + 0.008)) + 0.12 * noise.noise2(salt, y * 9))
        const side = (x - middle - lean * (y - foot) - wide * 0.25 * noise.noise2(salt + 7, y * 3)) / root
        if (Math.abs(side) > 1 || y < foot - 0.012 * noise.noise2(x * 60, salt)) return
        const groove =
          noise.fbm2((side * wide * 90) / (0.4 + wide * 8) + salt, y * 7, 4) + 0.4 * noise.noise2(side * wide * 260 + salt, y * 26)
        const toSun = Math.sign(SUN[0] - middle) * side
        const rim = smooth(0.35, 0.98, toSun) * Math.exp(-Math.hypot(middle - SUN[0], y - SUN[1]) * 2.1)
        const tone = bark.map((value) => value * (1 + 0.55 * groove * near))
        const alpha = clamp((1 - Math.abs(side)) * root * film.height)
        cover(out, tone, (0.35 + 0.65 * near ** 0.3) * alpha)
        light(out, [1, 0.72, 0.3], 0.85 * rim * alpha * (0.6 + 0.8 * groove))
      },
      { left: middle - wide * 3 - 0.1, right: middle + wide * 3 + 0.1, bottom: foot - 0.02, top: 0.5 },
    )
  }
}

function drawLeaves(film, noise, layer) {
  const near = layer / (LAYERS - 1)
  const size = 120 - 70 * near
  film.shade(
    (x, y, out) => {
      const hang = y - 0.41 + 0.12 * near + 0.55 * Math.max(0, Math.abs(x - SUN[0]) - 0.2) * near
      const bough = noise.fbm2(x * 3.4 + layer * 9, y * 4.6, 4) + hang * 2.3 - 0.1
      const leaf = noise.noise2(x * size + layer, y * size * 1.2) + 0.6 * noise.noise2(x * size * 2.1, y * size * 2.3 + layer)
      const alpha = smooth(0.12, 0.24, bough + 0.4 * leaf)
      if (alpha <= 0) return
      const lit = Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * (3.5 + 3 * near)) * clamp(0.7 - leaf)
      const tone = mixed(hex('#a0a84c'), hex('#0c120a'), near ** 0.35)
      cover(out, [tone[0] + 0.75 * lit, tone[1] + 0.62 * lit, tone[2] + 0.1 * lit], alpha * (0.5 + 0.45 * near ** 0.4))
    },
    { left: -9, right: 9, bottom: -0.12, top: 0.5 },
  )
}

function floor(film, noise) {
  film.shade(
    (x, y, out) => {
      const depth = 0.09 / (GROUND + 0.03 - y)
      if (depth < 0) return
      const wind = 0.05 * noise.noise2(depth * 0.7, 3)
      const path = Math.abs((x - SUN[0] + 0.03 - wind) * depth * 2 - 0.1 * noise.noise2(depth * 2.4, 8))
      const moss = noise.fbm2(x * depth * 16, depth * 26, 5)
      const spots = noise.noise2(x * depth * 5 + 4, depth * 6)
      const sunny = smooth(-0.1, 0.5, spots) * Math.exp(-((x - SUN[0]) ** 2) * 5)
      const earth = mixed(hex('#3a2a18'), hex('#a88a54'), 0.4 + 0.6 * moss)
      const green = mixed(hex('#122410'), hex('#5f7a2c'), 0.4 + 0.7 * moss)
      const tone = mixed(earth, green, smooth(0.24, 0.44, path + 0.2 * moss))
      const lit = [0.4 + 2.4 * sunny, 0.45 + 1.7 * sunny, 0.42 + 0.7 * sunny]
      cover(
        out,
        tone.map((value, i) => value * lit[i]),
        smooth(2.6, 0.9, depth) ** 0.6,
      )
    },
    { left: -9, right: 9, bottom: -0.5, top: GROUND + 0.03 },
  )
}

/** Light that fell past trunks and leaves, drawn out away from the sun. */
function rays(film, noise) {
  const before = Float32Array.from(film.data)
  const seen = [0, 0, 0]
  film.shade((x, y, out, at) => {
    const jitter = noise.cell(at & 255, (at >> 8) & 255, 3)
    let sum = 0
    for (let i = 0; i < STEPS; i++) {
      const t = ((i + jitter) / STEPS) * 0.92
      film.sample(x + (SUN[0] - x) * t, y + (SUN[1] - y) * t, seen, before)
      sum += Math.max(0, seen[0] - 0.62) * (1 - t * 0.4)
    }
    const mist = 0.8 + 0.5 * noise.fbm2(x * 3, y * 5, 4)
    light(out, [1, 0.86, 0.5], ((0.95 * sum) / STEPS) * mist * smooth(0.95, 0.05, Math.hypot(x - SUN[0], y - SUN[1])))
  })
}

function ferns(noise) {
  let text = ''
  for (let i = 0; i < 60; i++) {
    const x = (noise.random() - 0.5) * 1.4
    const turn = (noise.random() - 0.5) * 1.9
    const long = (0.1 + 0.12 * noise.random()) * (0.35 + 0.9 * smooth(0.05, 0.5, Math.abs(x - SUN[0])))
    for (let j = 1; j < 22; j++) {
      const t = j / 22
      const angle = turn * (0.4 + t * 0.9)
      const px = x + Math.sin(angle) * long * t
      const py = 0.5 - Math.cos(angle) * long * t * (1.05 - 0.3 * t)
      const leaf = 0.2 * long * Math.sin(Math.PI * (0.2 + 0.8 * t)) + 0.002
      for (const side of [-1, 1]) {
        const out = angle + side * 1.05
        text += `<path fill="none" stroke="#000" stroke-width="${0.028 * long}" stroke-linecap="round" d="M${px},${py} q${Math.sin(out) * leaf * 0.5},${-Math.cos(out) * leaf * 0.6} ${Math.sin(out) * leaf},${-Math.cos(out) * leaf * 0.7}"/>`
      }
    }
  }
  return text
}

async function paint(film, noise) {
  film.shade((x, y, out) => GLOW(Math.hypot((x - SUN[0]) * 0.9, y - SUN[1]) + 0.05 * noise.fbm2(x * 4, y * 4, 4), out))
  for (let layer = 0; layer < LAYERS; layer++) {
    drawTrunks(film, noise, layer)
    drawLeaves(film, noise, layer)
    if (layer === 1) floor(film, noise)
  }
  const deer = await film.mask(`<path transform="translate(${SUN[0] - 0.045} ${0 - GROUND + 0.075}) scale(0.0013)" d="${DEER}"/>`)
  const halo = await film.mask(`<path transform="translate(${SUN[0] - 0.045} ${0 - GROUND + 0.075}) scale(0.0013)" d="${DEER}"/>`, 0.004)
  film.shade((_x, y, out, at) => {
    cover(out, hex('#1c140a'), 0.96 * deer[at])
    light(out, [1, 0.7, 0.3], 0.9 * deer[at] * (1 - halo[at]) * smooth(-0.28, -0.15, y))
  })
  rays(film, noise)
  const fronds = await film.mask(ferns(noise))
  film.shade((x, y, out, at) =>
    cover(out, mixed(hex('#0a1208'), hex('#4c5a1c'), smooth(-0.46, -0.3, y) * Math.exp(-Math.abs(x - SUN[0]) * 2.5)), fronds[at]),
  )
}

export const forestRays = {
  slug: 'forest-rays',
  title: 'Morning in the old forest',
  tags: ['forest', 'trees', 'light', 'deer', 'path'],
  mood: 'hopeful',
  width: 1280,
  height: 960,
  seed: 27,
  samples: 1,
  development: { exposure: 1.05, bloom: 0.35, vignette: 0.45 },
  paint,
}
