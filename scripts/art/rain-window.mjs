import { blurred } from './core/blur.mjs'
import { createFilm } from './core/film.mjs'
import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'

const DUSK = createRamp([
  [-0.5, '#0a1120'],
  [-0.02, '#241f3c'],
  [0.09, '#c0603c'],
  [0.2, '#6a4a78'],
  [0.5, '#122448'],
])
const LAMP = hex('#ffab4a')
const LIGHTS = ['#ff9a3c', '#ffd28a', '#ff4d4d', '#4dc3ff', '#ff5fb0', '#7dffcf'].map((text) => hex(text))
const VANISH = [0.03, 0.02]
const SILL = -0.335
const CANDLE = [-0.17, -0.3]

/** A street in the evening as it is seen out of focus: houses, lamps in two rows, cars, and their light on the wet road. */
function street(film, noise) {
  film.shade((x, y, out) => {
    DUSK(y, out)
    const dx = x - VANISH[0]
    const block = Math.floor(Math.log(Math.abs(dx) + 0.02) * 3.2)
    const roof = VANISH[1] + Math.abs(dx) * (1.5 + 1.3 * noise.cell(block & 63, dx > 0 ? 1 : 0, 3)) + 0.05
    if (y < roof && y > VANISH[1] - Math.abs(dx) * 0.55)
      cover(out, mixed(hex('#2a2444'), hex('#0b1020'), smooth(0, 0.25, Math.abs(dx))), 0.94)
    const road = smooth(0, -0.3, y - VANISH[1] + Math.abs(dx) * 0.55)
    light(out, LAMP, 0.3 * road * Math.exp(-((dx * 9) ** 2)))
  })
  for (let i = 0; i < 90; i++) {
    const side = noise.random() > 0.5 ? 1 : -1
    const far = 0.05 + 0.27 * noise.random()
    const y = VANISH[1] + far * (1.3 * noise.random() - 0.1)
    film.bokeh(
      VANISH[0] + side * far,
      y,
      0.011 + 0.012 * noise.random(),
      LIGHTS[Math.floor(noise.random() ** 2 * 6)],
      0.1 + 0.3 * noise.random(),
    )
  }
  for (let i = 1; i < 9; i++) {
    const near = 1 / i
    for (const side of [-1, 1]) {
      const x = VANISH[0] + side * 0.36 * near
      film.bokeh(x, VANISH[1] + 0.4 * near, 0.02 + 0.02 * near, LAMP, 1.1)
      film.glow(x, VANISH[1] + 0.4 * near, 0.08, LAMP, 0.16)
    }
    const glare = noise.random() * 0.02
    film.bokeh(VANISH[0] - 0.2 * near + glare, VANISH[1] - 0.24 * near, 0.013 + 0.024 * near, hex('#ffe8c0'), 0.9)
    film.bokeh(VANISH[0] + 0.15 * near - glare, VANISH[1] - 0.24 * near, 0.013 + 0.024 * near, hex('#ff2a20'), 1)
  }
}

function createDrops(noise) {
  const drops = []
  const add = (x, y, r, tall) => drops.push({ x, y, r, tall, turn: noise.random() * 6 })
  const across = () => (noise.random() - 0.5) * 0.6
  for (let i = 0; i < 900; i++) add(across(), noise.random() - 0.5, 0.0012 + 0.003 * noise.random() ** 2, 1)
  for (let i = 0; i < 190; i++) add(across(), noise.random() - 0.5, 0.005 + 0.01 * noise.random() ** 2, 1.05 + 0.2 * noise.random())
  for (let i = 0; i < 26; i++) add(across(), noise.random() * 0.8 - 0.3, 0.016 + 0.013 * noise.random(), 1.1 + 0.2 * noise.random())
  const trails = Array.from({ length: 6 }, (_, i) => ({
    x: -0.25 + i * 0.1 + 0.05 * noise.random(),
    end: -0.2 + 0.5 * noise.random(),
    salt: i * 9,
  }))
  for (const { x, end, salt } of trails) {
    add(x + wander(noise, end, salt), end, 0.02 + 0.006 * noise.random(), 1.35)
    for (let y = end + 0.05; y < 0.5; y += 0.02 + 0.05 * noise.random())
      add(x + wander(noise, y, salt), y, 0.003 + 0.005 * noise.random(), 1.5)
  }
  return { drops, trails }
}

const wander = (noise, y, salt) => 0.018 * noise.noise2(salt, y * 5) + 0.004 * noise.noise2(salt + 3, y * 21)

function drawDrop(film, back, { x, y, r, tall, turn }) {
  film.shade(
    (px, py, out) => {
      const dx = (px - x) / r
      const dy = (py - y) / (r * tall)
      const angle = Math.atan2(dy, dx)
      const away = Math.hypot(dx, dy) * (1 + 0.07 * Math.sin(angle * 2 + turn) + 0.04 * Math.sin(angle * 3 + turn * 2))
      if (away > 1.25) return
      if (away > 1) return cover(out, [0, 0, 0], 0.35 * smooth(1.25, 1, away) * clamp(0.5 - dy * 0.5))
      const bend = 0.16 + 0.3 * away * away
      const seen = back.sample(clamp(VANISH[0] + x * 0.4 - dx * bend, -0.28, 0.28), clamp(VANISH[1] - dy * bend, -0.4, 0.49), [0, 0, 0])
      const rim = 1 - 0.85 * smooth(0.55, 1, away) * clamp(0.55 + dy * 0.6)
      const alpha = clamp((1 - away) * 5)
      for (let i = 0; i < 3; i++) out[i] += (seen[i] * 1.6 * rim + 0.012 - out[i]) * alpha
      light(out, [1, 0.8, 0.6], 0.5 * alpha * smooth(0.6, 0.95, away) * clamp(-dy - 0.3))
      light(out, [0.9, 0.95, 1], 1.3 * Math.exp(-((dx + 0.36) ** 2 + (dy - 0.42) ** 2) * 30))
    },
    { left: x - r * 1.3, right: x + r * 1.3, bottom: y - r * tall * 1.3, top: y + r * tall * 1.3 },
  )
}

/** The sill inside, with a mug and a candle that lights all of it. */
function room(film, noise) {
  const shine = (x, y, reach) => Math.exp(-((x - CANDLE[0]) ** 2 + (y - CANDLE[1]) ** 2) / reach ** 2)
  film.shade((x, y, out) => {
    light(out, [1, 0.45, 0.12], 0.35 * shine(x, y, 0.16))
    if (y < SILL) {
      const grain = noise.fbm2(x * 3 + 0.3 * noise.noise2(x * 4, y * 9), y * 46, 5)
      cover(out, mixed(hex('#1c0e0a'), hex('#4a2a18'), 0.5 + grain), smooth(SILL, SILL - 0.004, y))
      light(out, [1, 0.5, 0.18], (0.1 + 0.06 * grain) * shine(x, y, 0.3) + 0.2 * Math.exp(-(((y - SILL) / 0.006) ** 2)) * shine(x, y, 0.22))
      for (let i = 0; i < 3; i++) out[i] *= 1 - 0.75 * Math.exp(-(((x - 0.13) / 0.13) ** 2) - ((y + 0.432) / 0.02) ** 2)
    }
    const handle = Math.hypot((x - 0.165) / 0.85, y + 0.35)
    const isHandle = Math.abs(handle - 0.042) < 0.0095 && x > 0.15
    const side = (x - 0.09) / 0.082
    const low = -0.43 - 0.014 * Math.sqrt(Math.max(0, 1 - side * side))
    const isMug = Math.abs(side) < 1 && y > low && y < -0.27
    if (isHandle || isMug) {
      const warm = isMug ? clamp(-side * 0.75 + 0.35) ** 1.5 : 0.18
      const rim = isMug ? smooth(0.75, 1, Math.abs(side)) : 0.4 * smooth(0.042, 0.05, handle)
      const glaze = 0.9 + 0.2 * noise.fbm2(x * 40, y * 40, 3)
      out[0] = (0.03 + 0.55 * warm) * glaze + 0.16 * rim
      out[1] = (0.05 + 0.3 * warm) * glaze + 0.12 * rim
      out[2] = (0.075 + 0.17 * warm) * glaze + 0.2 * rim
    }
    const mouth = Math.hypot(side, (y + 0.27) / 0.016)
    if (mouth < 1) cover(out, mouth > 0.9 ? hex('#c8a890') : mixed(hex('#1a0d08'), hex('#5a3018'), clamp(0.5 - side)), 1)
    const rise = y + 0.27
    const steam = noise.fbm2(x * 14 + 1.2 * noise.noise2(x * 5, y * 7), y * 6 - 2, 4)
    light(
      out,
      hex('#c8c4d8'),
      0.3 * smooth(-0.05, 0.5, steam) * smooth(0, 0.04, rise) * Math.exp(-rise * 9 - ((x - 0.09 - 0.1 * rise) / (0.05 + 0.15 * rise)) ** 2),
    )
    const glass = Math.abs(x - CANDLE[0]) / 0.042
    if (glass < 1 && y > -0.42 && y < -0.33) cover(out, [1.1 - 0.5 * glass, 0.4 - 0.22 * glass, 0.09], 0.85 * smooth(-0.44, -0.34, y) + 0.1)
    if (glass < 1 && y > -0.42 && y < -0.275) light(out, [0.7, 0.5, 0.35], 0.35 * smooth(0.8, 1, glass) + 0.03)
  })
  film.glow(CANDLE[0], CANDLE[1] - 0.012, 0.009, [1, 0.62, 0.2], 3)
  film.glow(CANDLE[0], CANDLE[1] + 0.004, 0.006, [1, 0.75, 0.35], 4)
}

function paint(film, noise) {
  const back = createFilm(film.width, film.height)
  street(back, noise)
  const soft = blurred(back, film.height * 0.012)
  const { drops, trails } = createDrops(noise)
  film.shade((x, y, out, at) => {
    const wiped = Math.max(
      ...trails.map(
        (trail) => smooth(0.017, 0.01, Math.abs(x - trail.x - wander(noise, y, trail.salt))) * smooth(trail.end - 0.02, trail.end, y),
      ),
    )
    const fog = (0.55 + 0.3 * noise.fbm2(x * 5, y * 5, 4)) * (1 - 0.85 * wiped)
    for (let i = 0; i < 3; i++) out[i] = back.data[at * 3 + i] * (1 - fog) + soft.data[at * 3 + i] * fog * 0.9
    light(out, [0.035, 0.04, 0.06], fog)
  })
  for (const drop of drops) drawDrop(film, back, drop)
  room(film, noise)
}

export const rainWindow = {
  slug: 'rain-window',
  title: 'Rain on the window',
  tags: ['rain', 'city', 'bokeh', 'window', 'street'],
  mood: 'pensive',
  width: 720,
  height: 1280,
  seed: 19,
  samples: 1,
  development: { exposure: 1.35, bloom: 0.35, vignette: 0.5 },
  paint,
}
