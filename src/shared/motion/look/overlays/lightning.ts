import { rgb } from '#shared/motion/look/brush.ts'
import { chance } from '../swarm.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { softDot } from '#shared/motion/look/mask.ts'
import { rise } from '#shared/motion/look/swarm.ts'

const SLOT_SECONDS = 2.2
/** Flashes of one strike: when after its start, how bright, how long they fade. */
const FLASHES = [
  { at: 0, power: 0.75, fade: 0.14 },
  { at: 0.16, power: 1, fade: 0.3 },
  { at: 0.42, power: 0.4, fade: 0.5 },
] as const
const COLOUR = [0.66, 0.74, 0.95] as const
const DARK = 0.26
const WHITE = rgb(236, 242, 255)
const BLUE = rgb(150, 176, 255)
const STEP_UNITS = 5
const FORK_AT = 0.4
const LEAST_WAY = 0.4
const WAY_ROOM = 0.25

function brightness(since: number): number {
  let sum = 0
  for (const { at, power, fade } of FLASHES) {
    const rest = 1 - (since - at) / fade
    if (since >= at && rest > 0) sum += power * rest * rest
  }
  return sum
}

/** A darkened sky and a forked strike now and then that lights it up. */
export const makeLightning: OverlayMaker = ({ kernel, unit, width, height, seed, brush, needSoft }) => {
  const soft = needSoft()
  const core = softDot(kernel, 2.6 * unit)
  const halo = softDot(kernel, 22 * unit)

  /** A jagged way down from a place, with one fork. */
  function bolt(slot: number, fromX: number, fromY: number, way: number, power: number, fork: 0 | 1): void {
    const steps = Math.ceil((way * height) / STEP_UNITS)
    const own = seed + slot * 8191 + fork * 131
    const lean = (chance(own, 1, 0) - 0.5) * 5 + (fork === 1 ? 3 : 0)
    let x = fromX
    for (let step = 0; step < steps; step++) {
      const y = fromY + step * STEP_UNITS
      x += lean + (chance(own, Math.floor(step / 5), 2) - 0.5) * 9 + (chance(own, step, 3) - 0.5) * 5
      const thin = 1 - (0.75 * step) / steps
      brush.stamp(core, x, y, WHITE, power * thin, 0.5)
      if (step % 3 === 0) brush.stamp(halo, x, y, BLUE, 0.24 * power * thin, 0)
      if (fork === 0 && step === Math.floor(steps * FORK_AT)) bolt(slot, x, y, way * 0.4, power * 0.7, 1)
    }
  }

  return (seconds, strength) => {
    const part = Math.min(1.3, strength)
    const slot = Math.floor(seconds / SLOT_SECONDS)
    const start = (slot + 0.1 + 0.4 * chance(seed, slot, 0)) * SLOT_SECONDS
    const power = brightness(seconds - start) * (0.6 + 0.4 * chance(seed, slot, 1))
    const strikeX = (0.15 + 0.7 * chance(seed, slot, 2)) * width
    const shown = Math.min(1, part * power * 1.3)
    if (shown > 0) bolt(slot, strikeX, -10, LEAST_WAY + WAY_ROOM * chance(seed, slot, 3), shown, 0)
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const y = soft.placeY[row] ?? 0
      const high = 1 - rise(y, 0, 1.1)
      for (let column = 0; column < soft.columns; column++, node++) {
        const across = ((soft.placeX[column] ?? 0) * width - strikeX) / 900
        const down = (y * height + 60) / 640
        const near = Math.max(0, 1 - across * across - down * down)
        const light = Math.min(0.95, part * power * (0.16 + 0.26 * high + 0.5 * near))
        soft.dim(node, 1 - part * DARK * (0.6 + 0.4 * high) + part * power * 0.5)
        soft.shine(node, light * COLOUR[0], light * COLOUR[1], light * COLOUR[2])
      }
    }
  }
}
