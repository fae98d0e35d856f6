import { depthOf, limitSlope } from '../depth/depth.ts'
import type { Kernel } from '../kernel/create-kernel.ts'
import type { CameraScene, MotionPlan } from '../motion-plan.ts'
import type { Size, SourcePicture, Scene } from '../pixels.ts'
import { distortPoints } from '../distortions/distort-points.ts'
import { WHOLE_PICTURE } from '../controls/output-window.ts'
import { createLayeredScene } from './layered-scene.ts'
import { createBrushFlow } from './brush-flow.ts'
import { poseAtTime } from './camera-path.ts'
import { fillGrid, gridSize, projectNodes, writeGrid } from './fill-grid.ts'

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
  const sourceAt = kernel.allocate(source.width * source.height * 4)
  kernel.bytes(sourceAt, source.width * source.height * 4).set(source.data)
  const gridAt = kernel.allocate(columns * rows * 8)

  function warp(grid: number, target: number): void {
    kernel.warp(sourceAt, source.width, grid, columns, target, frame.width, frame.height)
  }

  if (brush !== undefined) {
    const flow = createBrushFlow(brush, window, source)
    const nodes = columns * rows
    const otherGridAt = kernel.allocate(nodes * 8)
    const sharesAt = kernel.allocate(nodes * 2)
    const otherAt = flow.isMixed ? kernel.allocate(frame.width * frame.height * 4) : 0
    const others = new Float64Array(nodes * 2)
    const shares = new Float32Array(nodes)
    return {
      draw(time) {
        const bases = projectNodes(scene, poseAtTime(scene, time), depth, frame, source)
        const positions = bases.slice()
        distortPoints(positions, source, { distortions, time, durationSeconds, seed })
        flow.move({ bases, positions, others, shares }, time * durationSeconds)
        writeGrid(kernel.words(gridAt, nodes * 2), positions, frame)
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
