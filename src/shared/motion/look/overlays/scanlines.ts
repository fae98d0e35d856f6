import { rgb } from '#shared/motion/look/brush.ts'
import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { makeMask } from '#shared/motion/look/mask.ts'
import { wave } from '#shared/motion/curves.ts'

const LINE_UNITS = 4
const LEAST_LINE_PX = 3
const DARKNESS = 0.42
const BLACK = rgb(0, 4, 10)
/** Speeds in frame heights a second. */
const ROLL = 0.17
const LINE_SPEED_UNITS = 6
const BAND_REACH = 0.16
const BAND_LIGHT = 0.1
const HUM = 0.025

/** The lines of an old screen, a bright band that rolls down and a slight hum. */
export const makeScanlines: OverlayMaker = ({ kernel, frame, unit, width, height, brush, needSoft, needGrain }) => {
  const soft = needSoft()
  const setGrain = needGrain()
  const period = Math.max(LEAST_LINE_PX, Math.round(LINE_UNITS * unit))
  const line = makeMask(kernel, frame.width / 2 + 4, period / 2, (_x, y) => Math.max(0, wave(y / period + 0.25)))
  const apart = period / unit

  return (seconds, strength) => {
    const part = Math.min(1, strength)
    setGrain(part * 9)
    const moved = (seconds * LINE_SPEED_UNITS) % apart
    for (let y = moved - apart; y < height + apart; y += apart) brush.stamp(line, width / 2, y, BLACK, part * DARKNESS, 1)
    const band = (seconds * ROLL) % 1.4
    const hum = 1 - HUM * part * (0.5 + 0.5 * wave(seconds * 7.3))
    for (let row = 0, node = 0; row < soft.rows; row++) {
      const from = Math.abs((soft.placeY[row] ?? 0) - band + 0.2) / BAND_REACH
      const light = from < 1 ? part * BAND_LIGHT * (1 - from) * (1 - from) : 0
      for (let column = 0; column < soft.columns; column++, node++) {
        soft.dim(node, hum)
        soft.shine(node, light * 0.8, light, light)
      }
    }
  }
}
