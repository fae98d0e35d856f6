import { createFilm } from './core/film.mjs'
import { clamp, createRamp, hex, light } from './core/colour.mjs'

const DUSK = createRamp([
  [-0.5, '#0a0d18'],
  [-0.1, '#2a2440'],
  [0.15, '#5c3550'],
  [0.5, '#141a36'],
])
const LIGHTS = ['#ff9a3c', '#ffd28a', '#ff4d4d', '#4dc3ff', '#ff5fb0', '#7dffcf'].map((text) => hex(text))

function city(film, noise) {
  film.shade((_x, y, out) => DUSK(y, out))
  for (let i = 0; i < 150; i++) {
    const near = noise.random()
    const x = (noise.random() - 0.5) * 0.7
    const y = -0.1 + (noise.random() - 0.5) * (0.35 + 0.4 * near)
    const tint = LIGHTS[Math.floor(noise.random() ** 1.5 * LIGHTS.length)]
    film.bokeh(x, y, 0.008 + 0.034 * near, tint, 0.16 + 0.5 * noise.random() ** 2)
  }
  for (let i = 0; i < 7; i++) {
    const depth = (i + 0.5 * noise.random()) / 7
    const spread = 0.02 + 0.2 * depth ** 1.6
    film.bokeh(-0.03 - spread, -0.16 - 0.26 * depth, 0.008 + 0.026 * depth, hex('#ff3524'), 0.6)
    film.bokeh(-0.01 + spread * 0.6, -0.16 - 0.26 * depth, 0.008 + 0.028 * depth, hex('#ffe2b0'), 0.5)
  }
}

function createDrops(noise) {
  const drops = []
  const add = (x, y, r, tall) => drops.push({ x, y, r, tall })
  for (let i = 0; i < 700; i++) add((noise.random() - 0.5) * 0.58, noise.random() - 0.5, 0.0015 + 0.004 * noise.random() ** 3, 1)
  for (let i = 0; i < 150; i++)
    add((noise.random() - 0.5) * 0.56, noise.random() - 0.5, 0.006 + 0.012 * noise.random() ** 2, 1.1 + 0.3 * noise.random())
  for (let i = 0; i < 6; i++) {
    const x = (noise.random() - 0.5) * 0.52
    const end = -0.45 + 0.75 * noise.random()
    add(x, end, 0.012 + 0.004 * noise.random(), 1.5)
    for (let y = end + 0.02; y < 0.5; y += 0.008 + 0.05 * noise.random() ** 2) {
      add(x + 0.01 * noise.noise2(i * 9, y * 9), y, 0.0025 + 0.004 * noise.random(), 1.6)
    }
  }
  return drops
}

function paint(film, noise) {
  const back = createFilm(film.width, film.height)
  city(back, noise)
  film.shade((x, y, out, at) => {
    for (let i = 0; i < 3; i++) out[i] = back.data[at * 3 + i] * 0.85
    light(out, [0.05, 0.055, 0.075], 0.8 + 0.5 * noise.fbm2(x * 5, y * 5, 4))
  })
  for (const { x, y, r, tall } of createDrops(noise)) {
    const wobble = noise.random() * 6
    film.shade(
      (px, py, out) => {
        const dx = (px - x) / r
        const dy = (py - y) / (r * tall)
        const angle = Math.atan2(dy, dx)
        const away = Math.hypot(dx, dy) * (1 + 0.09 * Math.sin(angle * 2 + wobble) + 0.05 * Math.sin(angle * 3 + wobble * 2))
        if (away > 1) return
        const bend = 0.2 + 0.25 * away * away
        const seen = back.sample(clamp(x - dx * bend, -0.28, 0.28), clamp(-0.1 + y * 0.3 - dy * bend * 1.1, -0.49, 0.49), [0, 0, 0])
        const rim = 1 - 0.5 * clamp((away - 0.55) * 2.2) * clamp(0.6 + dy * 0.7)
        const alpha = clamp((1 - away) * 6)
        for (let i = 0; i < 3; i++) out[i] += (seen[i] * 1.35 * rim - out[i]) * alpha
        light(out, [0.9, 0.95, 1], 0.9 * Math.exp(-((dx + 0.35) ** 2 + (dy - 0.45) ** 2) * 26))
        light(out, [0.4, 0.42, 0.5], 0.35 * alpha * clamp(-dy - 0.35) * clamp(away * 2 - 1))
      },
      { left: x - r * 1.2, right: x + r * 1.2, bottom: y - r * tall * 1.2, top: y + r * tall * 1.2 },
    )
  }
}

export const rainWindow = {
  slug: 'rain-window',
  title: 'Rain on the window',
  tags: ['rain', 'city', 'bokeh'],
  mood: 'pensive',
  width: 720,
  height: 1280,
  seed: 19,
  samples: 1,
  look: { exposure: 1.25, bloom: 0.3 },
  paint,
}
