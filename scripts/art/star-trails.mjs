import { clamp, cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'
import { profile } from './core/pines.mjs'

const SKY = createRamp([
  [-0.35, '#c46a4a'],
  [-0.2, '#5a4a78'],
  [0.05, '#1c2c66'],
  [0.5, '#070d2a'],
])
const POLE = [0.16, 0.08]

function paint(film, noise) {
  const mesa = (x, base, tall, fine, shift) => {
    const step = smooth(0.02, 0.1, noise.noise2(x * fine + shift, 3)) + 0.55 * smooth(0.22, 0.3, noise.noise2(x * fine + shift, 3))
    return base + tall * step + 0.012 * noise.fbm2(x * 22, shift, 4)
  }
  const lines = [
    profile(film, (x) => mesa(x, -0.3, 0.1, 1.7, 2)),
    profile(film, (x) => mesa(x, -0.34, 0.16, 1.3, 7.4)),
    profile(film, (x) => -0.4 + 0.03 * noise.fbm2(x * 3, 9, 6)),
  ]
  film.shade((x, y, out, at) => {
    SKY(y, out)
    const dx = x - POLE[0]
    const dy = y - POLE[1]
    const radius = Math.hypot(dx, dy)
    const turn = Math.atan2(dy, dx) + Math.PI
    const fine = 300
    for (let layer = 0; layer < 2; layer++) {
      const ring = Math.floor(radius * fine + layer * 0.5)
      const count = 3 + Math.floor(radius * 8)
      const start = noise.cell(ring & 255, layer, 1)
      const place = ((turn / 6.2832 + start) * count) % 1
      const arc = Math.floor(((turn / 6.2832 + start) * count) % count)
      const bright = noise.cell(ring & 255, arc, 5 + layer) ** 13
      const long = 0.45 + 0.4 * noise.cell(ring & 255, arc, 8)
      const across = radius * fine + layer * 0.5 - ring - 0.5
      const tint = mixed([0.6, 0.75, 1.2], [1.2, 0.85, 0.6], noise.cell(ring & 255, arc, 11))
      light(
        out,
        tint,
        2.2 * bright * smooth(0, 0.1, place) * smooth(long, long - 0.03, place) * Math.exp(-across * across * 9) * smooth(-0.36, -0.05, y),
      )
    }
    for (const [i, line] of lines.entries()) {
      const below = line[at % film.width] - y
      if (below <= 0) continue
      const strata = 0.75 + 0.35 * noise.noise2(x * 2 + i, y * 90) + 0.25 * noise.fbm2(x * 34, y * 12, 4)
      const tone = [hex('#4a3350'), hex('#2b1f38'), hex('#0d0a14')][i]
      cover(
        out,
        tone.map((value) => value * strata * (1 + (i < 2 ? 1.4 * smooth(0.05, 0, below) : 0))),
        1,
      )
      const fire = Math.hypot((x + 0.42) * 0.8, (y + 0.395) * 1.6)
      light(out, [1, 0.36, 0.08], (i === 2 ? 0.5 : 0.18) * Math.exp(-fire * 11) * clamp(strata))
    }
  })
  return camp(film)
}

async function camp(film) {
  const people = await film.mask(
    '<g transform="translate(-0.42 0.405) scale(0.0013)"><path d="M-46,0 Q-50,-22 -40,-27 Q-30,-22 -31,-10 L-18,-3 L-16,0Z"/><circle cx="-38" cy="-33" r="6.5"/><path d="M40,0 L41,-30 Q42,-46 50,-46 Q58,-46 59,-30 L60,0 L53,0 L50,-22 L47,0Z"/><circle cx="50" cy="-53" r="6.5"/></g>',
  )
  film.glow(-0.42, -0.395, 0.02, [1, 0.5, 0.12], 2.2)
  film.glow(-0.42, -0.39, 0.006, [1, 0.8, 0.4], 4)
  film.shade((_x, _y, out, at) => cover(out, [0.02, 0.008, 0.008], people[at]))
}

export const starTrails = {
  slug: 'star-trails',
  title: 'Camp under turning stars',
  tags: ['desert', 'night', 'stars'],
  mood: 'quiet',
  width: 1280,
  height: 960,
  seed: 14,
  samples: 1,
  look: { exposure: 1.25 },
  paint,
}
