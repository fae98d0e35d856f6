import type { OverlayMaker } from '#shared/motion/look/look-canvas.ts'
import { rise } from '#shared/motion/look/swarm.ts'

const DARKEST = 0.62

/** Corners that fall into shade. */
export const makeVignette: OverlayMaker = (canvas) => {
  const soft = canvas.needSoft()
  const shade = new Float32Array(soft.columns * soft.rows)
  for (let row = 0, node = 0; row < soft.rows; row++) {
    const y = ((soft.placeY[row] ?? 0) - 0.5) * 2
    for (let column = 0; column < soft.columns; column++, node++) {
      const x = ((soft.placeX[column] ?? 0) - 0.5) * 2
      shade[node] = DARKEST * rise(Math.sqrt(x * x + y * y), 0.45, 1.5)
    }
  }
  return (_seconds, strength) => {
    for (let node = 0; node < shade.length; node++) soft.dim(node, 1 - Math.min(1.4, strength) * (shade[node] ?? 0))
  }
}
