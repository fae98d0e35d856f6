import { expect, test } from 'vitest'
import { fillGrid, gridSize } from '#motion/camera/fill-grid.ts'
import { makePlan } from '#motion/make-plan.ts'
import { makePlane } from '#motion/pixels.ts'
import { positionOfPixel } from '../../fixtures/warp-reference.ts'

const FRAME = { width: 342, height: 218 }
const SOURCE = { width: 420, height: 270 }
const { columns, rows } = gridSize(FRAME)

function createFilledGrid(depth: number): Int32Array {
  const { scene } = makePlan({
    kind: 'move',
    prompt: 'orbit right',
    picture: FRAME,
    seconds: 6,
    framesPerSecond: 24,
    imageFidelity: 0,
    seed: 3,
    variation: 0,
  })
  if (scene.kind !== 'camera') throw new Error('no camera')
  const grid = new Int32Array(columns * rows * 2)
  fillGrid(
    grid,
    scene,
    scene.to,
    makePlane(32, 20, () => depth),
    FRAME,
    SOURCE,
  )
  return grid
}

test('on an even depth every pixel, the last ones too, is on one straight scale', () => {
  const grid = createFilledGrid(0.8)
  const firstPosition = positionOfPixel(grid, columns, 0, 0)
  const secondPosition = positionOfPixel(grid, columns, 8, 8)
  for (const [x, y] of [
    [FRAME.width - 1, FRAME.height - 1],
    [FRAME.width - 2, 0],
    [3, FRAME.height - 3],
    [333, 215],
  ] as const) {
    const position = positionOfPixel(grid, columns, x, y)
    expect(Math.abs(position.x - (firstPosition.x + ((secondPosition.x - firstPosition.x) * x) / 8)) / 65_536).toBeLessThan(0.01)
    expect(Math.abs(position.y - (firstPosition.y + ((secondPosition.y - firstPosition.y) * y) / 8)) / 65_536).toBeLessThan(0.01)
  }
})

test('seen from the right, near objects are farther to the left of the frame than far ones', () => {
  const sampledX = (depth: number) => positionOfPixel(createFilledGrid(depth), columns, 170, 100).x
  expect(sampledX(1)).toBeGreaterThan(sampledX(0) + 5 * 65_536)
})
