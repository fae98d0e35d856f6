import type { Place } from '#shared/motion/bends/bender.ts'
import { wave } from '#shared/motion/wave.ts'

const QUARTER = 0.25

/** Turns places around a point by parts of a full turn, clockwise as a viewer sees the picture turn the other way. */
export function turn(centreX: number, centreY: number, turns: number): (place: Place) => void {
  const sine = wave(turns)
  const cosine = wave(turns + QUARTER)
  const length = Math.sqrt(sine * sine + cosine * cosine)
  return (place) => {
    const x = place.x - centreX
    const y = place.y - centreY
    place.x = centreX + (x * cosine - y * sine) / length
    place.y = centreY + (x * sine + y * cosine) / length
  }
}
