/** A reduced picture: three bytes per point (red, green, blue), row by row. */
export interface PicturePoints {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The likely contents of a picture. Confidences are 0 to 1; none is certain. */
export interface PictureContents {
  readonly sky: number
  readonly water: number
  readonly ground: number
  /** The best region for a face: x and y of its centre are -0.5 to 0.5 of the picture's width and height. */
  readonly face: { readonly confidence: number; readonly x: number; readonly y: number }
}

/** Contents below this confidence are not used. Rule: docs/create.md, "Suggested prompts". */
export const MIN_CONFIDENCE = 0.5

/**
 * Limits for the step in luma between neighbouring points, 0 to 1. Sky is below `SMOOTH_BELOW`. Ground and waves are from `ROUGH_FROM` to
 * below `NOISE_FROM`.
 */
const SMOOTH_BELOW = 0.03
const ROUGH_FROM = 0.02
const NOISE_FROM = 0.22
/** The smallest difference between the channels of a blue, green or brown colour. */
const MIN_TINT = 0.04
const MIN_PALE_LUMA = 0.7
const MAX_PALE_SPREAD = 0.12
const MIN_SKY_LUMA = 0.35
/**
 * A pale surface can be a wall instead of a sky, and so can a sky that fills at least `FULL_PICTURE_SHARE` of the picture. The two weights
 * reduce the confidence of a sky in these cases.
 */
const PALE_WEIGHT = 0.6
const FULL_PICTURE_SHARE = 0.97
const WALL_WEIGHT = 0.4
/** A sky of this height, as a share of the picture's height, has full confidence. */
const CONFIDENT_SKY_HEIGHT = 0.25
/** Waves are horizontal: vertical steps are larger than horizontal ones by this factor. */
const WAVE_RATIO = 1.5
/** The limits of a face: its share of the picture, its height per width, and the share of its box that it fills (an ellipse: 0.785). */
const FACE_AREA = [0.01, 0.35] as const
const FACE_RATIO = [0.95, 1.9] as const
const ELLIPSE = Math.PI / 4
const ELLIPSE_SLACK = 0.12
/** The highest confidence of a face from colour and outline alone. */
const FACE_CONFIDENCE = 0.8

interface Point {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly luma: number
  readonly channelSpread: number
  /** Steps in luma to the next point and to the next row. */
  readonly stepAcross: number
  readonly stepDown: number
}

/**
 * Guesses sky, water, ground and a face by colour, texture and outline. It does not detect objects.
 * Rule: docs/create.md, "Suggested prompts".
 */
export function guessContents(picture: PicturePoints): PictureContents {
  const points = readPoints(picture)
  const lowerHalf = points.slice(Math.floor(picture.height / 2) * picture.width)
  return {
    sky: skyConfidence(points, picture),
    water: waterConfidence(lowerHalf),
    ground: shareOf(lowerHalf, isGround),
    face: findFace(points, picture),
  }
}

function readPoints({ width, height, data }: PicturePoints): Point[] {
  const level = (index: number, channel: number) => (data[index * 3 + channel] ?? 0) / 255
  const lumaAt = (index: number) => (level(index, 0) + level(index, 1) + level(index, 2)) / 3
  return Array.from({ length: width * height }, (_, index) => {
    const [red, green, blue] = [level(index, 0), level(index, 1), level(index, 2)]
    const luma = lumaAt(index)
    const isLastInRow = index % width === width - 1
    return {
      red,
      green,
      blue,
      luma,
      channelSpread: Math.max(red, green, blue) - Math.min(red, green, blue),
      stepAcross: isLastInRow ? 0 : Math.abs(luma - lumaAt(index + 1)),
      stepDown: index + width < width * height ? Math.abs(luma - lumaAt(index + width)) : 0,
    }
  })
}

function shareOf(points: readonly Point[], matches: (point: Point) => boolean): number {
  return points.filter(matches).length / Math.max(1, points.length)
}

function isBlue({ red, green, blue }: Point): boolean {
  return blue >= red + MIN_TINT && blue >= green
}

function isPale({ luma, channelSpread }: Point): boolean {
  return luma >= MIN_PALE_LUMA && channelSpread <= MAX_PALE_SPREAD
}

/** Grass, leaves, earth: green or brown, with a texture coarser than a wall's and finer than noise. */
function isGround({ red, green, blue, stepAcross, stepDown }: Point): boolean {
  const isGreen = green >= red + MIN_TINT && green >= blue + MIN_TINT
  const isBrown = red >= green + MIN_TINT && green >= blue + MIN_TINT
  const roughness = stepAcross + stepDown
  return (isGreen || isBrown) && roughness >= ROUGH_FROM && roughness < NOISE_FROM
}

/** The confidence of a sky: it grows with the height of a smooth blue or pale area at the upper edge. */
function skyConfidence(points: readonly Point[], { width, height }: PicturePoints): number {
  let skyPoints = 0
  let bluePoints = 0
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const point = points[y * width + x]
      if (!point || point.stepAcross >= SMOOTH_BELOW || !((isBlue(point) && point.luma >= MIN_SKY_LUMA) || isPale(point))) break
      skyPoints++
      if (isBlue(point)) bluePoints++
    }
  }
  const skyHeight = skyPoints / (width * height)
  const colour = PALE_WEIGHT + ((1 - PALE_WEIGHT) * bluePoints) / Math.max(1, skyPoints)
  return Math.min(1, skyHeight / CONFIDENT_SKY_HEIGHT) * colour * (skyHeight >= FULL_PICTURE_SHARE ? WALL_WEIGHT : 1)
}

/** The share of blue in the lower half; 0 if the steps in luma do not resemble horizontal waves. */
function waterConfidence(lowerHalf: readonly Point[]): number {
  const bluePoints = lowerHalf.filter(isBlue)
  const stepAcross = bluePoints.reduce((sum, point) => sum + point.stepAcross, 0) / Math.max(1, bluePoints.length)
  const stepDown = bluePoints.reduce((sum, point) => sum + point.stepDown, 0) / Math.max(1, bluePoints.length)
  const isWavy = stepDown >= ROUGH_FROM && stepDown < NOISE_FROM && stepDown >= stepAcross * WAVE_RATIO
  return isWavy ? bluePoints.length / Math.max(1, lowerHalf.length) : 0
}

/** Skin in daylight by red, green and blue; the rule of Kovac, Peer and Solina (2003). */
function isSkin({ red, green, blue, channelSpread }: Point): boolean {
  return red > 95 / 255 && green > 40 / 255 && blue > 20 / 255 && channelSpread > 15 / 255 && red - green > 15 / 255 && red > blue
}

/** The connected region of skin that is closest to an ellipse. */
function findFace(points: readonly Point[], { width, height }: PicturePoints): PictureContents['face'] {
  const isOpenSkin = points.map(isSkin)
  let bestFace = { confidence: 0, x: 0, y: 0 }
  for (let start = 0; start < isOpenSkin.length; start++) {
    if (!isOpenSkin[start]) continue
    const region = extractRegion(isOpenSkin, start, width)
    const xs = region.map((index) => index % width)
    const ys = region.map((index) => Math.floor(index / width))
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
    const area = region.length / (width * height)
    const ratio = (bottom - top) / (right - left)
    const misfit = Math.abs(region.length / ((right - left) * (bottom - top)) - ELLIPSE) / ELLIPSE_SLACK
    if (area < FACE_AREA[0] || area > FACE_AREA[1] || ratio < FACE_RATIO[0] || ratio > FACE_RATIO[1]) continue
    const confidence = FACE_CONFIDENCE * Math.max(0, 1 - misfit)
    if (confidence > bestFace.confidence)
      bestFace = { confidence, x: (left + right) / 2 / width - 0.5, y: (top + bottom) / 2 / height - 0.5 }
  }
  return bestFace
}

/**
 * The skin points that are connected with `start`. `isOpenSkin` marks the skin points without a region; the function unmarks the returned
 * ones.
 */
function extractRegion(isOpenSkin: boolean[], start: number, width: number): number[] {
  const region = [start]
  isOpenSkin[start] = false
  for (let at = 0; at < region.length; at++) {
    const index = region[at] ?? 0
    const x = index % width
    for (const neighbour of [x > 0 ? index - 1 : -1, x < width - 1 ? index + 1 : -1, index - width, index + width]) {
      if (!isOpenSkin[neighbour]) continue
      isOpenSkin[neighbour] = false
      region.push(neighbour)
    }
  }
  return region
}
