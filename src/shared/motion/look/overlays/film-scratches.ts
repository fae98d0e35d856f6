import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { LookCanvas, OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { coverOf, makeMask, softDot } from '#shared/motion/look/mask.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import { wave } from '#shared/motion/curves.ts'

/** Old projectors show so many pictures a second. */
const PICTURES_PER_SECOND = 16
const SCRATCHES = 4
const SPECKS = 9
const HAIRS = 2
const LIGHT = rgb(250, 244, 228)
const DARK = rgb(22, 18, 14)
const GRAIN_LEVELS = 13
const FLICKER = 0.07

function scratch({ kernel, frame, unit }: LookCanvas, thickness: number): Mask {
  const half = frame.height / 2 + 2
  const thick = Math.max(0.7, thickness * unit)
  return makeMask(kernel, thick + 2, half, (x, y) => coverOf(Math.abs(x) - thick / 2) * (0.62 + 0.38 * wave(y / frame.height / 0.31)))
}

/** A curled hair. */
function hair({ kernel, unit }: LookCanvas): Mask {
  const reach = 26 * unit
  return makeMask(kernel, reach, reach, (x, y) => {
    const part = x / reach
    const bent = 0.5 * wave(part * 0.42 + 0.1) + 0.14 * wave(part * 0.9)
    return (1 - part * part) * coverOf(Math.abs(y - bent * reach) - Math.max(0.5, 0.7 * unit))
  })
}

/** Scratches, specks, hairs and an unsteady lamp, as on a film that was shown too often. */
export const makeFilmScratches: OverlayMaker = (canvas) => {
  const { kernel, unit, width, height, seed, brush, needSoft, needGrain } = canvas
  const soft = needSoft()
  const setGrain = needGrain()
  const scratches = [scratch(canvas, 1), scratch(canvas, 1.8)] as const
  const specks = [softDot(kernel, 2.4 * unit), softDot(kernel, 4 * unit), softDot(kernel, 7 * unit)] as const
  const curl = hair(canvas)

  return (seconds, strength) => {
    const part = Math.min(1, strength)
    const picture = Math.floor(seconds * PICTURES_PER_SECOND)
    setGrain(part * GRAIN_LEVELS)
    const lamp = 1 - FLICKER * part * chance(seed, 0, picture)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.dim(node, lamp)
    for (let index = 0; index < SCRATCHES; index++) {
      const turn = Math.floor(seconds * 0.9 + chance(seed, index, -1))
      if (chance(seed, index + 10, turn) > 0.6) continue
      const x = chance(seed, index + 20, turn) * width + 5 * chance(seed, index + 30, picture) + 14 * wave(seconds * 0.4 + index)
      const seen = part * (0.2 + 0.4 * chance(seed, index + 40, picture))
      brush.stamp(scratches[index % 2 === 0 ? 0 : 1], x, height / 2, index % 3 === 2 ? DARK : LIGHT, seen, 1)
    }
    for (let index = 0; index < SPECKS; index++) {
      if (chance(seed, index + 50, picture) > 0.5) continue
      const [x, y] = [chance(seed, index + 60, picture) * width, chance(seed, index + 70, picture) * height]
      brush.stamp(specks[index % 3 === 0 ? 0 : index % 3 === 1 ? 1 : 2], x, y, index % 2 === 0 ? DARK : LIGHT, 0.75 * part, 1)
    }
    for (let index = 0; index < HAIRS; index++) {
      if (chance(seed, index + 80, picture) > 0.16) continue
      const [x, y] = [chance(seed, index + 90, picture) * width, chance(seed, index + 100, picture) * height]
      brush.turn(curl, x, y, DARK, 0.7 * part, 1, chance(seed, index + 110, picture), 1, 1)
    }
  }
}
