import type { Distort } from './distort.ts'
import { driftAt } from './distort.ts'
import { wave } from '../curves.ts'

/** The share by which `closer` reduces the view at strength 1. */
export const CLOSER_ZOOM = 0.1

/** Zooms in uniformly. */
export const closer: Distort =
  ({ strength }) =>
  (point) => {
    point.x *= 1 - CLOSER_ZOOM * strength
    point.y *= 1 - CLOSER_ZOOM * strength
  }

const BREATHS_PER_SECOND = 0.24
const BREATH_ZOOM = 0.03
const BREATH_CENTRE_Y = 0.1

/** The picture expands and contracts like breathing. */
export const breathe: Distort = ({ seconds, strength }) => {
  const breath = 1 - wave(seconds * BREATHS_PER_SECOND - 0.25)
  const scale = 1 - BREATH_ZOOM * strength * (2 - breath) * 0.5
  return (point) => {
    point.x *= scale
    point.y = BREATH_CENTRE_Y + (point.y - BREATH_CENTRE_Y) * scale
  }
}

const PULSE_ZOOM = 0.09

/** Zooms in by its strength, in the middle more than at the sides. The strength's keys define the beats. */
export const pulse: Distort =
  ({ strength }) =>
  (point) => {
    const distanceSquared = point.x * point.x + point.y * point.y
    const scale = 1 - (PULSE_ZOOM * strength) / (1 + distanceSquared)
    point.x *= scale
    point.y *= scale
  }

const BALL_RADIUS = 0.46
const BALL_ZOOM = 0.62

/** Magnifies a disc that moves slowly over the picture. */
export const bulge: Distort = ({ seconds, strength, chance, aspect }) => {
  const radius = BALL_RADIUS * Math.min(1, aspect)
  const centreX = driftAt(seconds, 0.09, chance) * Math.max(0, aspect / 2 - radius)
  const centreY = driftAt(seconds, 0.11, chance + 0.4) * Math.max(0, 0.5 - radius)
  return (point) => {
    const x = point.x - centreX
    const y = point.y - centreY
    const closeness = 1 - (x * x + y * y) / (radius * radius)
    if (closeness <= 0) return
    const scale = 1 - BALL_ZOOM * strength * closeness * (2 - closeness)
    point.x = centreX + x * scale
    point.y = centreY + y * scale
  }
}

const SWIRL_TURNS = 0.6

/** Rotates the middle of a disc; the rotation decreases to zero at the disc's edge. */
export const swirl: Distort = ({ strength, aspect }) => {
  const radius = Math.min(1, aspect) / 2
  return (point) => {
    const { x, y } = point
    const closeness = 1 - Math.sqrt(x * x + y * y) / radius
    if (closeness <= 0) return
    const turns = SWIRL_TURNS * strength * closeness * closeness
    const sine = wave(turns)
    const cosine = wave(turns + 0.25)
    point.x = x * cosine - y * sine
    point.y = x * sine + y * cosine
  }
}

const WOBBLE_LENGTH = 0.026
const WOBBLES_PER_SECOND = 1.3

/** Rows and columns swing sideways at different phases. */
export const wobble: Distort = ({ seconds, strength, chance }) => {
  const firstSwing = wave(seconds * WOBBLES_PER_SECOND + chance) * WOBBLE_LENGTH * strength
  const secondSwing = wave(seconds * WOBBLES_PER_SECOND * 1.37 + chance * 3) * WOBBLE_LENGTH * strength
  return (point) => {
    const { x, y } = point
    point.x += firstSwing * wave(y * 0.9 + 0.15) + secondSwing * 0.5 * wave(y * 1.7)
    point.y += secondSwing * wave(x * 0.8 + 0.1) + firstSwing * 0.5 * wave(x * 1.3 + 0.4)
  }
}

const STRETCH = 0.26

/** Stretches the picture: wide and flat at a strength above 0, tall and thin below 0. */
export const stretch: Distort = ({ strength }) => {
  const scaleX = 1 - (STRETCH * (strength * strength + strength)) / 2
  const scaleY = 1 - (STRETCH * (strength * strength - strength)) / 2
  return (point) => {
    point.x *= scaleX
    point.y *= scaleY
  }
}

const MELT = 0.55

/** Stretches each column of the picture downwards, at its own speed. */
export const melt: Distort =
  ({ strength, chance }) =>
  (point) => {
    const columnSpeed = 0.55 + 0.25 * wave(point.x * 1.3 + chance) + 0.2 * wave(point.x * 3.1 + chance * 5)
    point.y = -0.5 + (point.y + 0.5) * (1 - MELT * strength * columnSpeed)
  }
