import { clamp, cover, createRamp, hex, light, mixed, put, smooth } from './core/colour.mjs'
import { along, createCamera, dot, groundNormal, groundShadow, meetGround, unit } from './core/march.mjs'

const SKY = createRamp([
  [0, '#ffbe72', 1.15],
  [0.08, '#f79a80'],
  [0.2, '#b088b4'],
  [0.5, '#41609c'],
])
const SUN = unit([-0.34, 0.085, 1])
const EYE = [0.2, 1.75, 0]
const CAMERA = createCamera({ eye: EYE, target: [0.1, 1.42, 4], zoom: 1.15 })
const ROW = 1.25
const TREE = [0.3, 0.1]

/** Hills, and on the near ones rows of round bushes that run away from the eye. */
function createField(noise) {
  const hillAt = (x, z) =>
    0.24 * noise.noise2(x * 0.1 + 3, z * 0.075) * Math.min(1, z * 0.12) + 0.0016 * z * z * smooth(4, 30, z) * 0.5 + 0.012 * z
  const rowAt = (x, z) => (x + 0.35 * noise.noise2(z * 0.12, 5)) / ROW
  const bushAt = (x, z) => {
    const row = rowAt(x, z)
    const side = (row - Math.floor(row) - 0.5) * 2
    const lump = 0.13 * noise.noise2(x * 1.7, z * 2.1) + 0.09 * noise.noise2(x * 6, z * 6)
    return Math.sqrt(clamp(1 - (side / (0.74 + lump)) ** 2))
  }
  const heightAt = (x, z) => {
    const bush = bushAt(x, z)
    const fading = Math.min(1, 8 / z)
    return hillAt(x, z) + bush * (0.46 + fading * (0.07 * noise.noise2(x * 11, z * 11) + 0.05 * noise.noise2(x * 31, z * 31)))
  }
  return { heightAt, bushAt }
}

function sky(noise, ray, out) {
  SKY(ray[1], out)
  const near = Math.max(0, dot(ray, SUN))
  const flat = 0.3 / (ray[1] + 0.1)
  const cloud = noise.fbm2(ray[0] * flat * 2.6, flat * 3.6 + 1, 6) + 0.3 * noise.fbm2(ray[0] * 12, ray[1] * 40, 4)
  const thick = smooth(0, 0.45, cloud) * smooth(0.03, 0.12, ray[1])
  cover(out, [0.5 + 1.1 * near ** 12, 0.3 + 0.5 * near ** 14, 0.42 + 0.12 * near ** 20], 0.75 * thick)
  light(out, [1, 0.62, 0.26], 0.5 * near ** 10 + 0.5 * near ** 90)
  light(out, [1, 0.82, 0.5], 7 * smooth(0.99915, 0.9993, near))
  const ridge = 0.035 + 0.035 * noise.fbm2(ray[0] * 3, 2, 5) - ray[1]
  if (ridge > 0) cover(out, mixed(hex('#8a6a9c'), hex('#ffb482'), clamp(0.25 + 0.9 * near ** 14)), 0.85 * smooth(0, 0.004, ridge))
}

function field(noise, { heightAt, bushAt }, ray, out) {
  const distance = meetGround(heightAt, EYE, ray, { far: 42, near: 0.7, steps: 170, stride: 0.45 })
  if (distance === Infinity && ray[1] > 0) return
  const veil = [...SKY(0.012, [0, 0, 0])]
  const glow = Math.max(0, dot(ray, SUN)) ** 9
  if (distance === Infinity) return put(out, mixed(hex('#b08aa8'), veil, 0.5 + 0.5 * glow))
  const point = along(EYE, ray, distance)
  const normal = groundNormal(heightAt, point[0], point[2], 0.012 + 0.002 * distance)
  const lit = groundShadow(heightAt, along(point, normal, 0.03), SUN, { softness: 5, far: 5, steps: 16 })
  const bush = bushAt(point[0], point[2])
  const fading = Math.min(1, 6 / distance)
  const stalks = noise.noise2(point[0] * 46, point[2] * 17) * fading
  const speck = noise.noise2(point[0] * 90, point[2] * 90) * fading
  const flower = mixed(hex('#4a2a8c'), hex('#c79aff'), clamp(0.42 + 0.4 * stalks + 0.3 * speck + 0.25 * noise.noise2(point[0], point[2])))
  const leaf = mixed(flower, hex('#34502c'), smooth(0.62, 0.2, bush + 0.2 * stalks))
  const tone = mixed(mixed(hex('#5a3a28'), hex('#a07a50'), 0.5 + noise.fbm2(point[0] * 5, point[2] * 5, 4)), leaf, smooth(0.04, 0.2, bush))
  const sunny = (0.25 + Math.max(0, dot(normal, SUN))) * lit
  const through = smooth(0.45, 0.95, bush) * lit * (0.5 + 0.9 * glow)
  for (let i = 0; i < 3; i++)
    out[i] =
      tone[i] * ([0.42, 0.4, 0.62][i] * (0.4 + 0.6 * normal[1]) + [2.3, 1.25, 0.7][i] * sunny) + flower[i] * [1.1, 0.55, 0.5][i] * through
  cover(
    out,
    veil.map((value, i) => value * (0.75 + [0.5, 0.3, 0.1][i] * glow)),
    1 - Math.exp(-Math.max(0, distance - 3) * 0.036),
  )
}

function tree(film, noise) {
  film.shade(
    (x, y, out) => {
      const dx = (x - TREE[0]) / 0.15
      const dy = (y - TREE[1] - 0.135) / 0.105
      const trunk =
        y > TREE[1] - 0.03 && y < TREE[1] + 0.16
          ? 0.011 + 0.012 * Math.exp(-(y - TREE[1] + 0.03) * 60) - Math.abs(x - TREE[0] - 0.014 * noise.noise2(y * 14, 4))
          : -1
      if (trunk > 0) cover(out, mixed(hex('#1c1018'), hex('#c8683a'), smooth(0.004, -0.012, x - TREE[0]) * 0.5), 1)
      const crown = 1 - Math.hypot(dx, dy * (dy < 0 ? 1.5 : 1)) + 0.8 * noise.fbm2(x * 13, y * 13, 5)
      const leaf =
        smooth(0.12, 0.24, crown + 0.34 * noise.noise2(x * 80, y * 80) + 0.2 * noise.noise2(x * 170, y * 170)) *
        smooth(1.25, 1.05, Math.hypot(dx, dy))
      const sunny = clamp(0.35 - 0.55 * dx + 0.3 * dy + 0.9 * noise.fbm2(x * 30, y * 30, 4))
      cover(out, mixed(hex('#1c1a24'), hex('#b8803c'), sunny), leaf)
      light(out, [1, 0.5, 0.16], 0.5 * leaf * smooth(0.5, 0.05, crown) * smooth(0.3, -0.8, dx))
    },
    { left: TREE[0] - 0.25, right: TREE[0] + 0.25, bottom: TREE[1] - 0.04, top: TREE[1] + 0.4 },
  )
}

function paint(film, noise) {
  const ground = createField(noise)
  film.shade((x, y, out) => sky(noise, CAMERA(x, y), out))
  tree(film, noise)
  film.shade((x, y, out) => field(noise, ground, CAMERA(x, y), out))
}

export const lavenderRows = {
  slug: 'lavender-rows',
  title: 'Lavender at the end of the day',
  tags: ['field', 'lavender', 'flowers', 'sunset', 'tree'],
  mood: 'gentle',
  width: 1280,
  height: 960,
  seed: 18,
  samples: 1,
  development: { exposure: 1.1, bloom: 0.3, bloomFrom: 0.9 },
  paint,
}
