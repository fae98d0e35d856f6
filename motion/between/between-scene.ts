import type { Kernel } from '#motion/kernel/create-kernel.ts'
import type { BetweenScene } from '#motion/motion-plan.ts'
import type { Picture, Size, SourcePicture, Scene, Plane } from '#motion/pixels.ts'
import type { PictureWindow } from '../controls/output-window.ts'
import type { TransitionName } from '../motion-plan.ts'
import { type Transition, depthDissolve, ink, lightLeak, slide, zoomBlur } from './transitions.ts'
import { depthOf, limitSlope } from '../depth/depth.ts'
import { agreementOf, findMotion } from './flow/find-motion.ts'
import { createMorph } from './morph.ts'
import { createStage } from './stage.ts'

/** The longer side, in px, of the thumbnails by which two pictures are compared. */
const THUMBNAIL_SIDE = 320
/** The smallest mean agreement (0 to 1) at which two pictures are morphed. Unrelated pictures reach 0.55, two copies of one picture 0.9. */
const MORPH_AGREEMENT = 0.6
const MAX_DEPTH_SLOPE = 3

const TRANSITIONS: Record<TransitionName, Transition> = {
  'depth-dissolve': depthDissolve,
  'zoom-blur': zoomBlur,
  'light-leak': lightLeak,
  slide,
  ink,
}

function lumaOf(picture: Picture) {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(picture.width, picture.height))
  return areaLuma(picture, Math.round(picture.width * scale), Math.round(picture.height * scale))
}

/** The motion between two pictures of one size, their agreement along this motion, and whether they are similar enough for a morph. */
export function comparePictures(first: Picture, second: Picture) {
  const [a, b] = [lumaOf(first), lumaOf(second)]
  const motion = findMotion(a, b)
  const agreement = agreementOf(a, b, motion)
  return { motion, agreement, isMorph: agreement.mean >= MORPH_AGREEMENT }
}

/**
 * A scene between two pictures of the same size: a morph if they show the same subject, otherwise the plan's transition. The first frame is
 * the first picture, the last frame is the second. Rule: docs/motion.md, "Between two pictures".
 */
export function createBetweenScene(
  kernel: Kernel,
  scene: BetweenScene,
  seed: number,
  sources: readonly [SourcePicture, SourcePicture],
  frame: Size,
  outputOffset: number,
  window?: PictureWindow,
): Scene {
  const { motion, agreement, isMorph } = comparePictures(...sources)
  const stage = createStage(kernel, sources, frame, outputOffset)
  const readDepth = (picture: SourcePicture) => limitSlope(depthOf(picture, window), MAX_DEPTH_SLOPE)
  const depth = readDepth(sources[0])
  if (isMorph) return { draw: createMorph(stage, scene, motion, agreement, depth) }
  const depths = [depth, readDepth(sources[1])] as const
  return { draw: TRANSITIONS[scene.transition]({ stage, scene, seed, depths }) }
}

/** The luma (0..1) of a picture scaled down by exact area averaging. */
function areaLuma(picture: Picture, width: number, height: number): Plane {
  const values = new Float32Array(width * height)
  const row = new Float64Array(width)
  const rowsPerThumbnailRow = picture.height / height
  for (let y = 0; y < picture.height; y++) {
    averageRow(picture, y, row)
    const thumbnailRow = Math.min(height - 1, Math.floor(y / rowsPerThumbnailRow))
    const shareInRow = Math.min(1, (thumbnailRow + 1) * rowsPerThumbnailRow - y)
    addRow(values, thumbnailRow * width, row, shareInRow / rowsPerThumbnailRow)
    if (shareInRow < 1 && thumbnailRow + 1 < height) addRow(values, (thumbnailRow + 1) * width, row, (1 - shareInRow) / rowsPerThumbnailRow)
  }
  return { width, height, values }
}

function addRow(values: Float32Array, start: number, row: Float64Array, weight: number): void {
  for (let x = 0; x < row.length; x++) values[start + x] = (values[start + x] ?? 0) + (row[x] ?? 0) * weight
}

function averageRow({ data, width }: Picture, y: number, row: Float64Array): void {
  row.fill(0)
  const columnsPerThumbnailColumn = width / row.length
  for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
    const luma =
      (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)) / (255 * columnsPerThumbnailColumn)
    const thumbnailColumn = Math.min(row.length - 1, Math.floor(x / columnsPerThumbnailColumn))
    const shareInColumn = Math.min(1, (thumbnailColumn + 1) * columnsPerThumbnailColumn - x)
    row[thumbnailColumn] = (row[thumbnailColumn] ?? 0) + luma * shareInColumn
    if (shareInColumn < 1 && thumbnailColumn + 1 < row.length)
      row[thumbnailColumn + 1] = (row[thumbnailColumn + 1] ?? 0) + luma * (1 - shareInColumn)
  }
}
