import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'

const COLOUR = [1, 0.985, 0.95] as const

/** White light over everything; at strength 1 nothing else is seen. */
export const makeFlash: OverlayMaker = (canvas) => {
  const soft = canvas.needSoft()
  return (_seconds, strength) => {
    const part = Math.min(1, strength)
    for (let node = 0; node < soft.columns * soft.rows; node++) soft.veil(node, part, ...COLOUR)
  }
}
