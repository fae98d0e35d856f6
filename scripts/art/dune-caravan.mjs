import { cover, createRamp, hex, mixed, put, smooth } from './core/colour.mjs'
import { along, createCamera, dot, groundNormal, groundShadow, meetGround, unit } from './core/march.mjs'

const SKY = createRamp([
  [-0.05, '#f7d9ae'],
  [0.1, '#e9b98f'],
  [0.3, '#8fa3b8'],
  [0.6, '#4a6f9c'],
])
const SUN = unit([-0.85, 0.3, 0.35])
const EYE = [0, 2.6, 0]
const CAMERA = createCamera({ eye: EYE, target: [0, 2.15, 4], zoom: 1.35 })
const CAMEL =
  'M-30,0 L-28,-34 Q-30,-48 -20,-52 Q-10,-66 0,-52 Q8,-50 14,-54 Q24,-52 26,-66 Q26,-76 36,-75 L46,-70 L44,-66 L34,-64 Q34,-48 24,-38 L22,-32 L23,0 L20,0 L17,-28 L14,-30 L13,0 L10,0 L9,-30 L-16,-31 L-18,0 L-21,0 L-22,-28 L-26,-20 L-27,0Z'

async function paint(film, noise) {
  const heightAt = (x, z) => {
    const bend = 0.9 * noise.noise2(x * 0.13, z * 0.16)
    const across = x * 0.2 + z * 0.26 + bend * 1.6
    const wave = Math.abs(noise.noise2(across, z * 0.07 + 4))
    return 1.7 * (1 - wave) ** 2.2 + 0.6 * noise.noise2(x * 0.09 + 5, z * 0.09) + 0.012 * noise.noise2(x * 2, z * 2)
  }
  film.shade((x, y, out) => {
    const ray = CAMERA(x, y)
    SKY(ray[1], out)
    const glare = Math.max(0, dot(ray, unit([-0.6, 0.2, 1])))
    cover(out, hex('#ffe2b4'), 0.7 * glare ** 6)
    cover(out, hex('#fff0da'), 0.4 * smooth(0.05, 0.5, noise.fbm2(ray[0] * 3, ray[1] * 22, 5)) * smooth(0.05, 0.2, ray[1]))
    const distance = meetGround(heightAt, EYE, ray, { far: 60, near: 0.6, steps: 220, stride: 0.35 })
    if (distance === Infinity) return
    const veil = out.slice()
    const point = along(EYE, ray, distance)
    const smoothNormal = groundNormal(heightAt, point[0], point[2], 0.02 + 0.002 * distance)
    const fading = Math.min(1, 7 / distance)
    const ripple = noise.noise2(point[0] * 1.2, point[2] * 1.2) * 2.2 + point[0] * 9 + point[2] * 21
    const normal = unit(along(smoothNormal, [0.6, 0, 1], 0.16 * fading * Math.cos(ripple) * smooth(0.75, 0.95, smoothNormal[1])))
    const lit = groundShadow(heightAt, along(point, normal, 0.02), SUN, { softness: 16 })
    const sunny = Math.max(0, dot(normal, SUN)) * lit
    const grain = 0.93 + 0.14 * noise.fbm2(point[0] * 30, point[2] * 30, 2) * fading
    const sand = mixed(hex('#c98a4e'), hex('#d9a066'), 0.5 + noise.noise2(point[0] * 0.6, point[2] * 0.6))
    const warm = [2.3, 1.75, 1.15].map((value, i) => (value * sunny + [0.16, 0.22, 0.4][i] * (0.4 + 0.6 * normal[1])) * sand[i] * grain)
    put(out, mixed(warm, veil, 1 - Math.exp(-distance * 0.028)))
  })
  const line = [0, 1, 2, 3, 4].map((i) => {
    const x = 0.18 + i * 0.062
    return `<path transform="translate(${x} ${0.038 - i * 0.004}) scale(${0.00064 + 0.00002 * (i % 3)})" d="${CAMEL}"/>`
  })
  const mask = await film.mask(line.join(''))
  film.shade((_x, _y, out, at) => cover(out, hex('#4a2c1c'), 0.95 * mask[at]))
}

export const duneCaravan = {
  slug: 'dune-caravan',
  title: 'Caravan on the crest',
  tags: ['desert', 'dunes', 'camels', 'silhouette'],
  mood: 'vast',
  width: 1280,
  height: 720,
  seed: 8,
  samples: 1,
  paint,
}
