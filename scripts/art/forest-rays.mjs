import { cover, createRamp, hex, light, mixed, smooth } from './core/colour.mjs'

const AIR = createRamp([
  [-0.5, '#1d3a24'],
  [-0.15, '#6f9a5a'],
  [0.2, '#e6e2a0', 1.1],
  [0.5, '#b9cf8a'],
])
const SUN = [0.2, 0.36]

async function paint(film, noise) {
  film.shade((x, y, out) => {
    AIR(y + 0.06 * noise.fbm2(x * 3, y * 3, 4), out)
    light(out, [1, 0.85, 0.45], 1.1 * Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * 5))
  })
  for (let layer = 0; layer < 6; layer++) {
    const depth = layer / 5
    const bark = mixed(hex('#a3b887'), hex('#0b130d'), depth ** 0.55)
    const ground = -0.14 - 0.055 * layer
    film.shade((x, y, out) => {
      const spacing = 0.045 + 0.075 * layer
      const middle = Math.floor((x + layer * 0.37) / spacing)
      let trunk = 0
      let side = 0
      for (let i = middle - 1; i <= middle + 1; i++) {
        if (noise.cell(i + 40, layer, 3) < 0.3) continue
        const bend = 0.02 * (1 + layer * 0.5) * noise.noise2(y * 2.2 + i * 5, layer)
        const stem = (i + 0.25 + 0.5 * noise.cell(i + 40, layer, 4)) * spacing - layer * 0.37 + bend
        const wide = (0.004 + 0.0075 * layer) * (0.6 + 0.7 * noise.cell(i + 40, layer, 5)) * (1 + 0.9 * Math.exp(-(y - ground) * 16))
        const across = (x - stem) / wide
        if (Math.abs(across) < 1.2) trunk = Math.max(trunk, smooth(1.1, 0.9, Math.abs(across)))
        if (Math.abs(across) < 1) side = across
      }
      const rough = 0.8 + 0.4 * noise.fbm2((x * 70) / (1 + layer), y * 12, 4)
      const rim = smooth(0.45, 1, side * Math.sign(SUN[0] - x)) * (1 - 0.55 * depth)
      if (y > ground - 0.02)
        cover(
          out,
          bark.map((value, i) => value * rough + [0.6, 0.45, 0.18][i] * rim * 0.6),
          trunk * (y > ground ? 1 : 0.6),
        )
      const leafy =
        noise.fbm2(x * (9 - layer) + layer * 9, y * (9 - layer), 5) + (y - 0.36 + 0.16 * Math.abs(x - 0.15)) * 2.4 * (0.4 + 0.6 * depth)
      const leaves = smooth(0.02, 0.14, leafy + 0.3 * noise.noise2(x * 60, y * 60) * (0.4 + depth * 0.4))
      cover(out, mixed(hex('#c6cf6a'), hex('#10200f'), depth ** 0.6), 0.85 * leaves)
      const grass = ground + 0.03 * noise.fbm2(x * 4 + layer, 2, 3) + 0.018 * depth * Math.abs(noise.noise2(x * 90, layer)) - y
      if (grass > 0)
        cover(
          out,
          mixed(hex('#9fb36a'), hex('#16240f'), depth).map((value) => value * (0.75 + 0.6 * noise.fbm2(x * 30, y * 60, 4))),
          smooth(0, 0.004, grass),
        )
    })
    const gain = 0.16 * (1 - depth * 0.75)
    film.shade((x, y, out) => {
      const angle = Math.atan2(x - SUN[0], SUN[1] + 0.22 - y)
      const beam = smooth(-0.15, 0.75, noise.noise2(angle * 11, layer) + 0.5 * noise.noise2(angle * 27, layer + 4))
      const fog = 0.6 + 0.4 * noise.fbm2(x * 4 + layer, y * 6, 4)
      light(out, [1, 0.88, 0.52], gain * (0.3 + 1.9 * beam) * fog * Math.exp(-Math.hypot(x - SUN[0], y - SUN[1]) * 1.6))
    })
  }
  const walker = await film.mask(
    '<g transform="translate(-0.1 0.232) scale(0.00085)"><circle cx="0" cy="-112" r="12"/><path d="M-14,-96 Q0,-104 14,-96 L18,-50 L13,-48 L14,0 L22,46 L11,48 L2,4 L-8,48 L-18,46 L-9,0 L-12,-48 L-17,-50Z M-24,-94 Q-12,-100 -10,-84 L-12,-54 Q-26,-52 -27,-62Z"/></g>',
  )
  film.shade((_x, _y, out, at) => cover(out, hex('#161c10'), 0.95 * walker[at]))
}

export const forestRays = {
  slug: 'forest-rays',
  title: 'Morning in the old forest',
  tags: ['forest', 'light', 'walk'],
  mood: 'hopeful',
  width: 1280,
  height: 960,
  seed: 61,
  samples: 1,
  look: { bloom: 0.3, bloomFrom: 0.8 },
  paint,
}
