import { depthOf, limitSlope } from '../depth/depth.ts'
import type { Kernel } from '../kernel/create-kernel.ts'
import type { CameraScene, MotionPlan } from '../motion-plan.ts'
import type { Size, SourcePicture, Scene } from '../pixels.ts'
import { distortPoints } from '../distortions/distort-points.ts'
import { WHOLE_PICTURE } from '../controls/output-window.ts'
import { createLayeredScene } from './layered-scene.ts'
import { createBrushFlow } from './brush-flow.ts'
import { poseAtTime } from './camera-path.ts'
import { fillGrid, gridSize, placeNodes, writeGrid } from './fill-grid.ts'

/** The weight of a mix that shows only the second picture. */
const FULL_WEIGHT = 32_767

/** One picture through a moving camera. */
export function createCameraScene(
  kernel: Kernel,
  scene: CameraScene,
  plan: MotionPlan,
  source: SourcePicture,
  frame: Size,
  output: number,
): Scene {
  const { distortions, frameCount, framesPerSecond, seed, brush, window = WHOLE_PICTURE } = plan
  const found = depthOf(source, window)
  if (source.depth !== undefined && brush === undefined) return createLayeredScene(kernel, scene, plan, source, found, frame, output)
  const durationSeconds = frameCount / framesPerSecond
  const depth = limitSlope(found, scene.maxDepthSlope)
  const { columns, rows } = gridSize(frame)
  const sourceAt = kernel.take(source.width * source.height * 4)
  kernel.bytes(sourceAt, source.width * source.height * 4).set(source.data)
  const gridAt = kernel.take(columns * rows * 8)

  function warp(grid: number, target: number): void {
    kernel.warp(sourceAt, source.width, grid, columns, target, frame.width, frame.height)
  }

  if (brush !== undefined) {
    const flow = createBrushFlow(brush, window, source)
    const nodes = columns * rows
    const otherGridAt = kernel.take(nodes * 8)
    const sharesAt = kernel.take(nodes * 2)
    const otherAt = flow.isMixed ? kernel.take(frame.width * frame.height * 4) : 0
    const others = new Float64Array(nodes * 2)
    const shares = new Float32Array(nodes)
    return {
      draw(time) {
        const bases = placeNodes(scene, poseAtTime(scene, time), depth, frame, source)
        const places = bases.slice()
        distortPoints(places, source, { distortions, time, durationSeconds, seed })
        flow.move({ bases, places, others, shares }, time * durationSeconds)
        writeGrid(kernel.words(gridAt, nodes * 2), places, frame)
        warp(gridAt, output)
        if (!flow.isMixed) return
        writeGrid(kernel.words(otherGridAt, nodes * 2), others, frame)
        warp(otherGridAt, otherAt)
        const weights = kernel.halves(sharesAt, nodes)
        for (let node = 0; node < nodes; node++) weights[node] = Math.round((shares[node] ?? 0) * FULL_WEIGHT)
        kernel.mix(output, otherAt, sharesAt, columns, output, frame.width, frame.height)
      },
    }
  }

  return {
    draw(time) {
      const grid = kernel.words(gridAt, columns * rows * 2)
      fillGrid(grid, scene, poseAtTime(scene, time), depth, frame, source, { distortions, time, durationSeconds, seed })
      warp(gridAt, output)
    },
  }
}
