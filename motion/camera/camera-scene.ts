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
  outputOffset: number,
): Scene {
  const { distortions, frameCount, framesPerSecond, seed, brush, window = WHOLE_PICTURE } = plan
  const sourceDepth = depthOf(source, window)
  if (source.depth !== undefined && brush === undefined)
    return createLayeredScene(kernel, scene, plan, source, sourceDepth, frame, outputOffset)
  const durationSeconds = frameCount / framesPerSecond
  const depth = limitSlope(sourceDepth, scene.maxDepthSlope)
  const { columns, rows } = gridSize(frame)
  const sourceOffset = kernel.allocate(source.width * source.height * 4)
  kernel.bytes(sourceOffset, source.width * source.height * 4).set(source.data)
  const gridOffset = kernel.allocate(columns * rows * 8)

  function warp(grid: number, target: number): void {
    kernel.warp(sourceOffset, source.width, grid, columns, target, frame.width, frame.height)
  }

  if (brush !== undefined) {
    const flow = createBrushFlow(brush, window, source)
    const nodeCount = columns * rows
    const otherGridOffset = kernel.allocate(nodeCount * 8)
    const sharesOffset = kernel.allocate(nodeCount * 2)
    const otherPictureOffset = flow.isMixed ? kernel.allocate(frame.width * frame.height * 4) : 0
    const otherPositions = new Float64Array(nodeCount * 2)
    const shares = new Float32Array(nodeCount)
    return {
      draw(time) {
        const bases = projectNodes(scene, poseAtTime(scene, time), depth, frame, source)
        const positions = bases.slice()
        distortPoints(positions, source, { distortions, time, durationSeconds, seed })
        flow.moveNodes({ bases, positions, otherPositions, shares }, time * durationSeconds)
        writeGrid(kernel.words(gridOffset, nodeCount * 2), positions, frame)
        warp(gridOffset, outputOffset)
        if (!flow.isMixed) return
        writeGrid(kernel.words(otherGridOffset, nodeCount * 2), otherPositions, frame)
        warp(otherGridOffset, otherPictureOffset)
        const weights = kernel.halves(sharesOffset, nodeCount)
        for (let node = 0; node < nodeCount; node++) weights[node] = Math.round((shares[node] ?? 0) * FULL_WEIGHT)
        kernel.mix(outputOffset, otherPictureOffset, sharesOffset, columns, outputOffset, frame.width, frame.height)
      },
    }
  }

  return {
    draw(time) {
      const grid = kernel.words(gridOffset, columns * rows * 2)
      fillGrid(grid, scene, poseAtTime(scene, time), depth, frame, source, { distortions, time, durationSeconds, seed })
      warp(gridOffset, outputOffset)
    },
  }
}
