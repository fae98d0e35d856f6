import type { Distort } from './distort.ts'
import { wave } from '../curves.ts'

const RINGS_PER_HEIGHT = 3.6
const RINGS_PER_SECOND = 0.75
const RING_LENGTH = 0.025
/**
 * Added to the distance from the centre, in picture heights. It weakens the ripples near the centre, because their direction would jump at
 * the centre itself.
 */
const RING_DISTANCE_OFFSET = 0.12

/** Ripples run outwards from a point near the middle. */
export const ripple: Distort = ({ seconds, strength, chance, aspect }) => {
  const centreX = (chance - 0.5) * 0.3 * aspect
  const centreY = 0.1 - chance * 0.2
  return (point) => {
    const x = point.x - centreX
    const y = point.y - centreY
    const distance = Math.sqrt(x * x + y * y) + RING_DISTANCE_OFFSET
    const shift = (wave(distance * RINGS_PER_HEIGHT - seconds * RINGS_PER_SECOND) * RING_LENGTH * strength) / distance
    point.x += x * shift
    point.y += y * shift
  }
}

const HAZE_LENGTH = 0.0042

/** Heat haze, strongest near the ground. */
export const heatHaze: Distort = ({ seconds, strength, chance }) => {
  const phase = seconds * 1.1 + chance
  return (point) => {
    const { x, y } = point
    const length = HAZE_LENGTH * strength * (0.35 + Math.max(0, y + 0.6))
    point.x += length * (wave(y * 6.3 + phase) + 0.7 * wave(y * 10.7 + x * 2.1 + phase * 1.73))
    point.y += length * 0.6 * wave(x * 3.9 + y * 5.1 + phase * 1.31)
  }
}

const SWELL_LENGTH = 0.014

/** Long crossing waves, as seen under water. */
export const swell: Distort = ({ seconds, strength, chance }) => {
  const length = SWELL_LENGTH * strength
  const phase = seconds * 0.27 + chance
  return (point) => {
    const { x, y } = point
    point.x += length * (wave(y * 1.4 + x * 0.35 + phase) + 0.6 * wave(y * 2.9 - x * 0.8 - phase * 1.57))
    point.y += length * (wave(x * 1.1 - y * 0.3 + phase * 1.21 + 0.3) + 0.6 * wave(x * 2.3 + y * 0.9 - phase * 0.83))
  }
}

const SWAY_LENGTH = 0.03

/** Wind: the upper part sways, the ground is still. */
export const sway: Distort = ({ seconds, strength, chance }) => {
  const gust = 0.6 + 0.4 * wave(seconds * 0.13 + chance)
  const length = SWAY_LENGTH * strength * gust
  return (point) => {
    const { x, y } = point
    const height = Math.min(1, Math.max(0, 0.5 - y))
    const bend = height * height * length
    point.x += bend * (wave(seconds * 0.42 - x * 0.7 + chance) + 0.35 * wave(seconds * 1.07 - x * 1.9 + y))
    point.y += bend * 0.25 * wave(seconds * 0.42 - x * 0.7 + chance + 0.2)
  }
}

const FLAG_LENGTH = 0.08

/** The picture waves like a flag on a pole at its left side. */
export const flag: Distort = ({ seconds, strength, chance, aspect }) => {
  const length = FLAG_LENGTH * strength
  const phase = chance - seconds * 0.75
  return (point) => {
    const { x, y } = point
    const freedom = Math.min(1, Math.max(0, x / aspect + 0.5))
    const swing = length * freedom * (1.3 - 0.3 * freedom)
    point.y += swing * (wave(x * 1.05 + y * 0.22 + phase) + 0.3 * wave(x * 2.3 - y * 0.5 + phase * 1.6))
    point.x += swing * 0.4 * wave(x * 1.05 + y * 0.22 + phase + 0.25)
  }
}
