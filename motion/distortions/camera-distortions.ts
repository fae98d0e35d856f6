import { wave } from '../curves.ts'
import { type Distort, type DistortionInput, type SourcePoint, chanceOf, driftAt } from './distort.ts'

const QUARTER_TURN = 0.25

function wanderOffsets({ seconds, strength, chance }: DistortionInput, perSecond: number, maxShift: number, maxTurns: number) {
  const x = driftAt(seconds, perSecond, chance) * maxShift * strength
  const y = driftAt(seconds, perSecond * 1.13, chance + 0.31) * maxShift * strength
  const rotate = rotateAround(0, 0, driftAt(seconds, perSecond * 0.83, chance + 0.67) * maxTurns * strength)
  return { x, y, rotate }
}

function createWander(perSecond: number, maxShift: number, maxTurns: number): Distort {
  return (input) => {
    const { x, y, rotate } = wanderOffsets(input, perSecond, maxShift, maxTurns)
    return (point) => {
      rotate(point)
      point.x += x
      point.y += y
    }
  }
}

/** A handheld camera, which sways and leans slowly. */
export const handheld = createWander(0.45, 0.02, 0.0035)

/** The shaking of an earthquake. */
export const shake = createWander(2.6, 0.03, 0.004)

const ROLL_TURNS = 0.03

/** Tilts the horizon; a negative strength tilts it the other way. */
export const roll: Distort = ({ strength }) => rotateAround(0, 0, strength * ROLL_TURNS)

const SWINGS_PER_SECOND = 0.28
const SWING_TURNS = 0.0095
const HANGER_Y = -1.1

/** The picture swings from a point above it. */
export const pendulum: Distort = ({ seconds, strength, chance }) =>
  rotateAround(0, HANGER_Y, wave(seconds * SWINGS_PER_SECOND + (chance < 0.5 ? 0 : 0.5)) * SWING_TURNS * strength)

const FILM_STEPS_PER_SECOND = 12
const FILM_WEAVE = 0.004
const FILM_JUMP = 0.035
const FILM_JUMP_CHANCE = 0.06

/** Gate weave of worn film: a new offset per film frame, and an occasional slip. */
export const filmJump: Distort = ({ seconds, strength, chance }) => {
  const step = Math.floor(seconds * FILM_STEPS_PER_SECOND)
  const slip = chanceOf(step, chance) < FILM_JUMP_CHANCE ? FILM_JUMP : 0
  const x = (chanceOf(step, chance + 0.1) - 0.5) * FILM_WEAVE * strength
  const y = ((chanceOf(step, chance + 0.2) - 0.5) * FILM_WEAVE + slip) * strength
  return (point) => {
    point.x += x
    point.y += y
  }
}

/** Rotates sample positions around a point by shares of a full turn. Clockwise positions rotate the picture counterclockwise. */
function rotateAround(centreX: number, centreY: number, turns: number): (point: SourcePoint) => void {
  const sine = wave(turns)
  const cosine = wave(turns + QUARTER_TURN)
  const length = Math.sqrt(sine * sine + cosine * cosine)
  return (point) => {
    const x = point.x - centreX
    const y = point.y - centreY
    point.x = centreX + (x * cosine - y * sine) / length
    point.y = centreY + (x * sine + y * cosine) / length
  }
}
