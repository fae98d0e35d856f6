import { smoothStep } from '../curves.ts'
import { type DepthLayer, splitLayers } from '../depth/split-layers.ts'
import { limitSlope } from '../depth/depth.ts'
import { distortPoints } from '../distortions/distort-points.ts'
import { type Kernel, GRID_CELL } from '../kernel/create-kernel.ts'
import type { CameraScene, FocusPull, MotionPlan } from '../motion-plan.ts'
import { type Picture, type Size, type Scene, type Plane, boxBlur, makePlane, mapPlanes, sampleAt } from '../pixels.ts'
import { poseAtTime } from './camera-path.ts'
import { gridSize, projectNodes, writeGrid } from './fill-grid.ts'
import { createLayerCover } from './layer-cover.ts'

/** A weight that shows only the blurred layer. */
const FULL_WEIGHT = 32_767
/** Depths within the first distance of the focus are sharp. Beyond the second they are fully blurred. */
const SHARP_WITHIN = 0.18
const BLURRED_FROM = 0.6
/** A layer's depth continues for this many grid cells around its visible areas, because positions are interpolated between nodes. */
const SEAM_CELLS = 1.25
/** The radius of the strongest blur, in picture heights. */
const BLUR_RADIUS = 0.007

/** A picture with a measured depth map and a moving camera: its layers are drawn over each other, far to near. */
export function createLayeredScene(
  kernel: Kernel,
  scene: CameraScene,
  { distortions, frameCount, framesPerSecond, seed }: MotionPlan,
  source: Picture,
  depthMap: Plane,
  frame: Size,
  outputOffset: number,
): Scene {
  const durationSeconds = frameCount / framesPerSecond
  const { columns, rows } = gridSize(frame)
  const nodeCount = columns * rows
  const weightsOffset = kernel.allocate(nodeCount * 2)
  const blurPx = scene.focusPull === undefined ? 0 : Math.max(1, Math.round(BLUR_RADIUS * source.height))
  const seamPx = (SEAM_CELLS * GRID_CELL) / frame.width
  const layers = splitLayers(source, depthMap).map((layer) => ({
    pixels: allocatePixels(kernel, layer, source, blurPx),
    gridOffset: kernel.allocate(nodeCount * 8),
    cellsOffset: kernel.allocate(nodeCount),
    depth: limitFolding(layer, scene.maxDepthSlope, Math.ceil(seamPx * layer.depth.width)),
    alpha: layer.alpha,
    cover: createLayerCover(layer.alpha, source, blurPx),
    /** The position at which the last frame sampled the layer, per node. */
    positions: new Float64Array(nodeCount * 2) as Float64Array,
  }))
  const nearToFar = layers.toReversed()
  const hiddenCells = new Uint8Array(nodeCount)

  return {
    draw(time) {
      const pose = poseAtTime(scene, time)
      hiddenCells.fill(0)
      for (const layer of nearToFar) {
        layer.positions = projectNodes(scene, pose, layer.depth, frame, source, true)
        distortPoints(layer.positions, source, { distortions, time, durationSeconds, seed })
        writeGrid(kernel.words(layer.gridOffset, nodeCount * 2), layer.positions, frame)
        layer.cover.mark(kernel.bytes(layer.cellsOffset, nodeCount), hiddenCells, layer.positions, columns, rows)
      }
      const focus = scene.focusPull === undefined ? null : focusAt(scene.focusPull, time)
      for (const layer of layers) {
        const { gridOffset, cellsOffset } = layer
        const { sharpOffset, softOffset, softWidth } = layer.pixels
        if (focus !== null) writeBlurWeights(kernel.halves(weightsOffset, nodeCount), layer, source, focus)
        kernel.drawLayer(
          sharpOffset,
          source.width,
          softOffset,
          softWidth,
          gridOffset,
          columns,
          cellsOffset,
          weightsOffset,
          outputOffset,
          frame.width,
          frame.height,
        )
      }
    },
    writeDepths(depths) {
      depths.fill(0)
      for (const { depth, alpha, positions } of layers) {
        for (let node = 0; node < depths.length; node++) {
          const opacity = sampleAtNode(alpha, source, positions, node)
          if (opacity > 0) depths[node] = (depths[node] ?? 0) * (1 - opacity) + sampleAtNode(depth, source, positions, node) * opacity
        }
      }
    },
  }
}

function allocatePixels(kernel: Kernel, { pixels }: DepthLayer, source: Size, blurPx: number) {
  const sharpOffset = kernel.allocate(pixels.length)
  kernel.bytes(sharpOffset, pixels.length).set(pixels)
  if (blurPx === 0) return { sharpOffset, softOffset: 0, softWidth: 0 }
  const soft = softenLayer(pixels, source, blurPx)
  const softOffset = kernel.allocate(soft.data.length)
  kernel.bytes(softOffset, soft.data.length).set(soft.data)
  return { sharpOffset, softOffset, softWidth: soft.width }
}

/**
 * Premultiplied RGBA, blurred by about `radiusPx` at half its resolution: pixel i covers the layer's pixel 2 * i. One more pixel at its
 * right and lower side allows interpolation there.
 */
function softenLayer(pixels: Uint8Array, { width, height }: Size, radiusPx: number): Picture {
  const [columns, rows] = [Math.floor((width - 1) / 2) + 2, Math.floor((height - 1) / 2) + 2]
  const data = new Uint8Array(columns * rows * 4)
  const radius = Math.max(1, Math.round(radiusPx / 2))
  const at = (x: number, y: number, channel: number) =>
    pixels[(Math.min(height - 1, y) * width + Math.min(width - 1, x)) * 4 + channel] ?? 0
  for (let channel = 0; channel < 4; channel++) {
    const halved = makePlane(columns, rows, (x, y) => {
      const [left, top] = [x * 2, y * 2]
      return (at(left, top, channel) + at(left + 1, top, channel) + at(left, top + 1, channel) + at(left + 1, top + 1, channel)) / 4
    })
    const soft = boxBlur(boxBlur(halved, radius), radius)
    for (let i = 0; i < soft.values.length; i++) data[i * 4 + channel] = (soft.values[i] ?? 0) + 0.5
  }
  return { width: columns, height: rows, data }
}

/**
 * A layer's depth without slopes that fold the picture. Only visible areas raise visible areas, so that ground does not rise towards
 * objects in front of it.
 */
function limitFolding({ depth, alpha }: DepthLayer, maxSlope: number, seamPx: number): Plane {
  const opacity = makePlane(depth.width, depth.height, (x, y) => alpha.values[y * 2 * alpha.width + x * 2] ?? 0)
  const blurredOpacity = boxBlur(opacity, seamPx)
  const visibleMask = mapPlanes(blurredOpacity, blurredOpacity, (value) => (value > 1e-6 ? 1 : 0))
  const visibleDepth = limitSlope(
    mapPlanes(depth, visibleMask, (value, mask) => value * mask),
    maxSlope,
    visibleMask,
  )
  const slopedDepth = limitSlope(depth, maxSlope)
  return {
    ...slopedDepth,
    values: slopedDepth.values.map((value, i) => (visibleMask.values[i] === 1 ? (visibleDepth.values[i] ?? 0) : value)),
  }
}

function focusAt({ from, to }: FocusPull, time: number): number {
  return from + (to - from) * smoothStep((time - 0.15) / 0.7)
}

function writeBlurWeights(
  weights: Int16Array,
  { depth, positions }: { depth: Plane; positions: Float64Array },
  source: Size,
  focus: number,
): void {
  for (let node = 0; node < weights.length; node++) {
    const distance = Math.abs(sampleAtNode(depth, source, positions, node) - focus)
    weights[node] = Math.round(smoothStep((distance - SHARP_WITHIN) / (BLURRED_FROM - SHARP_WITHIN)) * FULL_WEIGHT)
  }
}

/** A map's value at the source position of a node. */
function sampleAtNode(map: Plane, source: Size, positions: Float64Array, node: number): number {
  const x = (((positions[node * 2] ?? 0) + 0.5) * map.width) / source.width - 0.5
  const y = (((positions[node * 2 + 1] ?? 0) + 0.5) * map.height) / source.height - 0.5
  return sampleAt(map, x, y)
}
