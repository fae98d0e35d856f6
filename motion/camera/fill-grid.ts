import { type DistortedFrame, distortPoints } from '#motion/distortions/distort-points.ts'
import { GRID_CELL } from '#motion/kernel/create-kernel.ts'
import type { CameraPose, CameraScene } from '#motion/motion-plan.ts'
import { type Size, type Plane, sampleAt } from '#motion/pixels.ts'

/** Iterations that intersect a ray with the depth map. The slope limit ensures that each iteration at least halves the error. */
const RAY_STEPS = 3
const FIXED_ONE = 65_536

/** The number of nodes of a frame's grid: one every `GRID_CELL` px and one after the last pixel, along both sides. */
export function gridSize(frame: Size): { readonly columns: number; readonly rows: number } {
  const nodesAlong = (side: number) => Math.floor((side - 1) / GRID_CELL) + 2
  return { columns: nodesAlong(frame.width), rows: nodesAlong(frame.height) }
}

/**
 * Writes the source position of each grid node: x and y in source pixels as 16.16 fixed point, row by row. The kernel interpolates between
 * nodes. With a plan of `makePlan`, no pixel samples outside the source.
 */
export function fillGrid(
  grid: Int32Array,
  scene: CameraScene,
  pose: CameraPose,
  depth: Plane,
  frame: Size,
  source: Size,
  distortedFrame?: DistortedFrame,
): void {
  const positions = projectNodes(scene, pose, depth, frame, source)
  if (distortedFrame) distortPoints(positions, source, distortedFrame)
  writeGrid(grid, positions, frame)
}

/**
 * Returns the source position of each grid node: x, y pairs in source pixels. With `isSmooth`, the search for a ray's depth starts at the
 * depth of the previous node, which saves an iteration.
 */
export function projectNodes(
  scene: CameraScene,
  pose: CameraPose,
  depth: Plane,
  frame: Size,
  source: Size,
  isSmooth = false,
): Float64Array {
  const { columns, rows } = gridSize(frame)
  const aspect = source.width / source.height
  const farthestNearness = 1 - scene.relief * scene.focusDepth
  const poseX = { view: pose.view, pan: pose.panX, truck: pose.truckX, push: pose.push }
  const poseY = { view: pose.view, pan: pose.panY, truck: pose.truckY, push: pose.push }
  const depthX = raysAlong(columns, frame.width, poseX, aspect, depth.width)
  const depthY = raysAlong(rows, frame.height, poseY, 1, depth.height)
  const sourceX = raysAlong(columns, frame.width, poseX, aspect, source.width)
  const sourceY = raysAlong(rows, frame.height, poseY, 1, source.height)
  const positionOnRay = (rays: Float64Array, node: number, nearness: number) => (rays[node * 2] ?? 0) + (rays[node * 2 + 1] ?? 0) * nearness
  const positions = new Float64Array(columns * rows * 2)
  for (let row = 0, index = 0; row < rows; row++) {
    let previousNearness = 1
    for (let column = 0; column < columns; column++, index += 2) {
      let nearness = previousNearness
      for (let step = isSmooth && column > 0 ? 1 : 0; step < RAY_STEPS; step++) {
        nearness =
          farthestNearness + scene.relief * sampleAt(depth, positionOnRay(depthX, column, nearness), positionOnRay(depthY, row, nearness))
      }
      if (isSmooth) previousNearness = nearness
      positions[index] = positionOnRay(sourceX, column, nearness)
      positions[index + 1] = positionOnRay(sourceY, row, nearness)
    }
  }
  return positions
}

/**
 * The rays of all nodes along one side, as pairs of near0 and perNearness. They are in pixels of a map with `targetSide` px along this
 * side.
 */
function raysAlong(nodeCount: number, frameSide: number, pose: AxisPose, pictureSide: number, targetSide: number): Float64Array {
  const rays = new Float64Array(nodeCount * 2)
  const scale = targetSide / pictureSide
  for (let node = 0; node < nodeCount; node++) {
    const position = (Math.min(node * GRID_CELL, frameSide - 1) + 0.5) / frameSide - 0.5
    const ray = rayOf(position * pictureSide, pose)
    rays[node * 2] = ray.near0 * scale + targetSide / 2 - 0.5
    rays[node * 2 + 1] = ray.perNearness * scale
  }
  return rays
}

/** Writes positions as 16.16 fixed point, with the nodes beyond the frame's last pixels. */
export function writeGrid(grid: Int32Array, positions: Float64Array, frame: Size): void {
  const { columns, rows } = gridSize(frame)
  extendEdges(positions, columns, rows, frame)
  for (let i = 0; i < positions.length; i++) grid[i] = Math.round((positions[i] ?? 0) * FIXED_ONE)
}

function extendEdges(positions: Float64Array, columns: number, rows: number, frame: Size): void {
  for (let row = 0; row < rows; row++) {
    const last = (row * columns + columns - 1) * 2
    for (const index of [last, last + 1]) positions[index] = extrapolate(positions[index - 2] ?? 0, positions[index] ?? 0, frame.width)
  }
  const lastRow = (rows - 1) * columns * 2
  for (let at = lastRow; at < lastRow + columns * 2; at++) {
    positions[at] = extrapolate(positions[at - columns * 2] ?? 0, positions[at] ?? 0, frame.height)
  }
}

/** The value of the node beyond the frame's edge, on the line through the previous node and the last pixel. */
function extrapolate(previous: number, last: number, side: number): number {
  const tailPx = (side - 1) % GRID_CELL || GRID_CELL
  return previous + ((last - previous) * GRID_CELL) / tailPx
}

/** One axis of a pose; x and y use the same arithmetic. */
interface AxisPose {
  readonly view: number
  readonly pan: number
  readonly truck: number
  readonly push: number
}

/** A ray along one axis: at nearness n it hits the picture at `near0 + n * perNearness`, in picture heights. */
interface Ray {
  readonly near0: number
  readonly perNearness: number
}

/** The ray of a frame position (picture heights from its centre) along one axis. */
export function rayOf(position: number, pose: AxisPose): Ray {
  const ray = position * pose.view + pose.pan - pose.truck / (1 - pose.push)
  return { near0: ray, perNearness: pose.truck - pose.push * ray }
}

/**
 * The widest view, as a share of the picture, that shows nothing outside it along one axis, at two nearnesses. Rays are linear in nearness,
 * so all nearnesses in between are inside as well. `halfSide` is half the picture's side.
 */
export function widestView(halfSide: number, pose: AxisPose, nearnesses: readonly number[]): number {
  const limits = nearnesses.map((nearness) => {
    const centre = projectAxis(0, pose, nearness)
    return (halfSide - Math.abs(centre)) / (halfSide * (1 - pose.push * nearness))
  })
  return Math.min(...limits)
}

/**
 * The position that a frame position shows along one axis, in picture heights, if the whole picture had this `nearness` (1 = the focus
 * plane).
 */
function projectAxis(position: number, pose: AxisPose, nearness: number): number {
  const ray = rayOf(position, pose)
  return ray.near0 + ray.perNearness * nearness
}
