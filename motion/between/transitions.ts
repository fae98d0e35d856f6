import type { BetweenScene } from '../motion-plan.ts'
import { type Plane, sampleAt, makePlane } from '../pixels.ts'
import { ease, smoothStep } from '../curves.ts'
import { makeRandom } from '../random.ts'
import type { Stage } from './stage.ts'

interface TransitionInput {
  readonly stage: Stage
  readonly scene: BetweenScene
  /** The seed of random shapes. */
  readonly seed: number
  /** Depth of each picture, 0 far to 1 near. */
  readonly depths: readonly [Plane, Plane]
}

/** Prepares a transition. The returned function draws the frame at a time: 0 shows the first picture, 1 the second. */
export type Transition = (input: TransitionInput) => (time: number) => void

/** The camera's position in front of a picture: lengths in frame heights. */
interface View {
  /** The visible share of the picture; 1 is all of it. Above 1, mirror images continue the picture beyond its edges. */
  readonly visiblePart: number
  readonly x: number
  readonly y: number
}

/** The strength of parallax: the nearest areas move farther than areas of middle depth by this share, the farthest areas less far by it. */
const RELIEF = 0.5

function mirrorInside(position: number, side: number): number {
  const distanceFromStart = position < 0 ? -position : position
  return distanceFromStart > side - 1 ? 2 * (side - 1) - distanceFromStart : distanceFromStart
}

/** Writes the sample position of each node through a camera with parallax by depth (1 is near). */
function projectStage({ frame, columns, rows, nodeX, nodeY }: Stage, positions: Float64Array, depth: Plane, view: View): void {
  const { width, height } = frame
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const depthScale = depth.height / height
  for (let row = 0, at = 0; row < rows; row++) {
    const v = (nodeY[row] ?? 0) - middleY
    for (let column = 0; column < columns; column++, at += 2) {
      const u = (nodeX[column] ?? 0) - middleX
      const flatX = middleX + u * view.visiblePart + view.x * height
      const flatY = middleY + v * view.visiblePart + view.y * height
      const nearness = 1 + RELIEF * (2 * sampleAt(depth, flatX * depthScale, flatY * depthScale) - 1)
      const part = 1 - (1 - view.visiblePart) * nearness
      positions[at] = mirrorInside(middleX + u * part + view.x * height * nearness, width)
      positions[at + 1] = mirrorInside(middleY + v * part + view.y * height * nearness, height)
    }
  }
}

/**
 * At a `bend` of 1, the camera narrows the view of the first picture by this share until its end, and starts the second picture with a view
 * that is narrowed by this share.
 */
const PUSH_SHARE = 0.18
/** The share of the margin around the view that a drift may use. Near areas drift 1.5 times as far as areas of middle depth. */
const DRIFT_ROOM = 0.6

function viewAt({ bend, drift }: BetweenScene, pushPart: number, direction: 1 | -1): View {
  const visiblePart = 1 - PUSH_SHARE * bend * pushPart
  const room = ((1 - visiblePart) / 2) * DRIFT_ROOM * direction
  return { visiblePart, x: drift.x * room, y: drift.y * room }
}

/** The camera's slow drift over a whole transition: from rest in the first picture to rest in the second. */
function driftAt(scene: BetweenScene, time: number): { readonly progress: number; readonly firstView: View; readonly secondView: View } {
  const progress = ease(time, scene.easeIn, scene.easeOut)
  return { progress, firstView: viewAt(scene, progress, 1), secondView: viewAt(scene, 1 - progress, -1) }
}

/** A smooth bump: 0 at -1 and 1 and outside, 1 at 0. */
function bump(x: number): number {
  const base = Math.max(0, 1 - x * x)
  return base * base
}

/** The dissolve moves through the depth between these two shares of the progress. `DISSOLVE_SOFTNESS` is the width of its soft edge. */
const DISSOLVE_BEGIN = 0.14
const DISSOLVE_END = 0.86
const DISSOLVE_SOFTNESS = 0.34
const DISSOLVE_GLOW = 0.16
const GLOW_COLOUR = [1, 0.9, 0.76] as const

/** Dissolves from one picture to the other by depth, with a faint glow. */
export const depthDissolve: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const towardsNear = scene.order >= 0 ? 1 : -1
  return (time) => {
    const { progress, firstView, secondView } = driftAt(scene, time)
    projectStage(stage, stage.firstPositions, firstDepth, firstView)
    projectStage(stage, stage.secondPositions, secondDepth, secondView)
    const front = ((progress - DISSOLVE_BEGIN) / (DISSOLVE_END - DISSOLVE_BEGIN)) * (1 + DISSOLVE_SOFTNESS)
    const depthScale = firstDepth.height / stage.frame.height
    for (let node = 0; node < stage.weight.length; node++) {
      const a = sampleAt(
        firstDepth,
        (stage.firstPositions[node * 2] ?? 0) * depthScale,
        (stage.firstPositions[node * 2 + 1] ?? 0) * depthScale,
      )
      const b = sampleAt(
        secondDepth,
        (stage.secondPositions[node * 2] ?? 0) * depthScale,
        (stage.secondPositions[node * 2 + 1] ?? 0) * depthScale,
      )
      const nodeOrder = 0.5 - towardsNear * ((a + b) / 2 - 0.5)
      const weight = smoothStep((front - nodeOrder) / DISSOLVE_SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = DISSOLVE_GLOW * bump(2 * weight - 1)
    }
    stage.drawPictures()
    if (progress > DISSOLVE_BEGIN && progress < DISSOLVE_END) stage.addLight(GLOW_COLOUR)
  }
}

const DROP_COUNT = 3
const INK_BEGIN = 0.1
const INK_END = 0.9
const INK_SOFTNESS = 0.16
/** The raggedness of the spreading edge, in frame heights, from coarse to fine noise. */
const NOISE_AMOUNTS = [0.3, 0.14, 0.06] as const
const COARSE_CELLS = 4
const EDGE_GLOW = 0.2
const EDGE_COLOUR = [1, 0.97, 0.92] as const

/** Smooth noise at a position in frame heights. */
function noiseOf(random: () => number): (x: number, y: number) => number {
  const layers = NOISE_AMOUNTS.map((amount, octave): readonly [Plane, number, number] => {
    const cells = COARSE_CELLS * 2 ** octave
    return [makePlane(cells * 4, cells * 4, () => random() - 0.5), amount, cells]
  })
  return (x, y) => {
    let sum = 0
    for (const [plane, amount, cells] of layers) {
      const [left, top] = [Math.floor(x * cells), Math.floor(y * cells)]
      sum += amount * sampleAt(plane, left + smoothStep(x * cells - left), top + smoothStep(y * cells - top))
    }
    return sum
  }
}

/** The time at which the ink reaches each node, 0 first to 1 last. */
function inkArrivalTimes({ frame, columns, rows, nodeX, nodeY }: Stage, seed: number): Float64Array {
  const random = makeRandom(seed)
  const aspect = frame.width / frame.height
  const drops = Array.from({ length: DROP_COUNT }, (_, drop) => ({
    x: ((drop + 0.25 + random() * 0.5) / DROP_COUNT) * aspect,
    y: 0.25 + random() * 0.5,
    delay: drop === 1 ? 0 : random() * 0.12,
  }))
  const noise = noiseOf(random)
  const rawTimes = new Float64Array(columns * rows)
  for (let row = 0, node = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, node++) {
      const [x, y] = [(nodeX[column] ?? 0) / frame.height, (nodeY[row] ?? 0) / frame.height]
      const distances = drops.map((drop) => drop.delay + Math.sqrt((x - drop.x) * (x - drop.x) + (y - drop.y) * (y - drop.y)))
      rawTimes[node] = Math.min(...distances) + noise(x, y)
    }
  }
  const firstTime = rawTimes.reduce((a, b) => Math.min(a, b))
  const lastTime = rawTimes.reduce((a, b) => Math.max(a, b))
  return rawTimes.map((value) => (value - firstTime) / (lastTime - firstTime))
}

/** The second picture spreads like ink from a few drops. */
export const ink: Transition = ({ stage, scene, seed, depths: [firstDepth, secondDepth] }) => {
  const arrivalTimes = inkArrivalTimes(stage, seed)
  return (time) => {
    const { progress, firstView, secondView } = driftAt(scene, time)
    projectStage(stage, stage.firstPositions, firstDepth, firstView)
    projectStage(stage, stage.secondPositions, secondDepth, secondView)
    const front = ((progress - INK_BEGIN) / (INK_END - INK_BEGIN)) * (1 + INK_SOFTNESS)
    for (let node = 0; node < stage.weight.length; node++) {
      const weight = smoothStep((front - (arrivalTimes[node] ?? 0)) / INK_SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = EDGE_GLOW * bump(2 * weight - 1)
    }
    stage.drawPictures()
    if (progress > INK_BEGIN && progress < INK_END) stage.addLight(EDGE_COLOUR)
  }
}

const LIGHT_LEAK_HALF_LENGTH = 0.27
/** Half the width of the band of light, in frame widths, and the share of the light outside the band. */
const BAND_HALF_WIDTH = 0.62
const LIGHT_OUTSIDE_BAND = 0.28
const LIGHT_LEAK_SOFTNESS = 0.4
const LIGHT_LEAK_COLOUR = [1, 0.66, 0.34] as const

/** A warm burst of light sweeps over the frame and reveals the second picture. */
export const lightLeak: Transition = ({ stage, scene, seed, depths: [firstDepth, secondDepth] }) => {
  const isFromRight = scene.drift.x < 0
  const slant = seed % 2 === 0 ? 0.35 : -0.35
  const { width, height } = stage.frame
  return (time) => {
    const { firstView, secondView } = driftAt(scene, time)
    projectStage(stage, stage.firstPositions, firstDepth, firstView)
    projectStage(stage, stage.secondPositions, secondDepth, secondView)
    const fromMiddle = (time - 0.5) / LIGHT_LEAK_HALF_LENGTH
    const burst = bump(fromMiddle)
    const front = 0.5 + fromMiddle * 0.9
    for (let row = 0, node = 0; row < stage.rows; row++) {
      const lean = ((stage.nodeY[row] ?? 0) / height - 0.5) * slant
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const behindFront = front - (isFromRight ? 1 - across : across) - lean
        stage.weight[node] = Math.abs(fromMiddle) < 1 ? smoothStep(behindFront / LIGHT_LEAK_SOFTNESS + 0.5) : fromMiddle > 0 ? 1 : 0
        stage.light[node] = burst * (LIGHT_OUTSIDE_BAND + (1 - LIGHT_OUTSIDE_BAND) * bump(behindFront / BAND_HALF_WIDTH)) * 1.25
      }
    }
    stage.drawPictures()
    if (burst > 0) stage.addLight(LIGHT_LEAK_COLOUR)
  }
}

/** The duration of the slide as a share of the duration of the scene. The slide is in the middle of the scene. */
const SLIDE_LENGTH = 0.72
/** The sideways distance that each picture moves at full bend, in frame widths, and the softness of the front. */
const SLIDE_DISTANCE = 0.5
const SLIDE_SOFTNESS = 0.3
/** How much later the front reaches near areas of the first picture than areas of middle depth, in frame widths. */
const NEAR_DELAY = 0.1

/** The camera moves sideways across both pictures with parallax and a soft front. */
export const slide: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const { width, height } = stage.frame
  const direction = scene.drift.x < 0 ? -1 : 1
  const depthScale = firstDepth.height / height
  return (time) => {
    const { firstView, secondView } = driftAt(scene, time)
    const slideProgress = smoothStep((time - 0.5) / SLIDE_LENGTH + 0.5)
    const distance = (SLIDE_DISTANCE * (0.4 + 0.6 * scene.bend) * direction * width) / height
    projectStage(stage, stage.firstPositions, firstDepth, { ...firstView, x: firstView.x + distance * slideProgress * slideProgress })
    projectStage(stage, stage.secondPositions, secondDepth, {
      ...secondView,
      x: secondView.x - distance * (1 - slideProgress) * (1 - slideProgress),
    })
    const front = slideProgress * (1 + SLIDE_SOFTNESS + 2 * NEAR_DELAY) - SLIDE_SOFTNESS / 2 - NEAR_DELAY
    for (let row = 0, node = 0; row < stage.rows; row++) {
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const nearness = sampleAt(
          firstDepth,
          (stage.firstPositions[node * 2] ?? 0) * depthScale,
          (stage.firstPositions[node * 2 + 1] ?? 0) * depthScale,
        )
        const frontAtNode = (direction > 0 ? 1 - across : across) + NEAR_DELAY * (2 * nearness - 1)
        stage.weight[node] = smoothStep((front - frontAtNode) / SLIDE_SOFTNESS + 0.5)
      }
    }
    stage.drawPictures()
  }
}

/**
 * The duration of the push into the first picture, and of the push in the second one, as a share of the duration of the scene. The camera
 * narrows the first view by `FIRST_NARROWING` and starts the second one wider by `SECOND_WIDENING`.
 */
const RUSH_LENGTH = 0.3
const FIRST_NARROWING = 0.5
const SECOND_WIDENING = 0.34
const ZOOM_FADE_LENGTH = 0.14
const BLUR_HALF_LENGTH = 0.24
const MAX_BLUR = 0.34
const FLARE_LIGHT = 0.22
const FLARE_COLOUR = [1, 0.95, 0.88] as const

function rushProgress(time: number): number {
  const part = Math.max(0, Math.min(1, time / RUSH_LENGTH))
  return part * part * part
}

/** The camera pushes quickly into the first picture and stops in the second. */
export const zoomBlur: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const { frame } = stage
  const [blurX, blurY] = [(0.5 + scene.drift.x * 0.12) * frame.width, (0.5 + scene.drift.y * 0.12) * frame.height]
  return (time) => {
    const { firstView, secondView } = driftAt(scene, time)
    const strength = 0.5 + scene.bend / 2
    const narrowing = rushProgress(time - (0.5 + ZOOM_FADE_LENGTH / 2 - RUSH_LENGTH)) * FIRST_NARROWING * strength
    const widening = rushProgress(0.5 - ZOOM_FADE_LENGTH / 2 + RUSH_LENGTH - time) * SECOND_WIDENING * strength
    projectStage(stage, stage.firstPositions, firstDepth, { ...firstView, visiblePart: firstView.visiblePart * (1 - narrowing) })
    projectStage(stage, stage.secondPositions, secondDepth, { ...secondView, visiblePart: secondView.visiblePart * (1 + widening) })
    const fromMiddle = (time - 0.5) / BLUR_HALF_LENGTH
    stage.weight.fill(smoothStep((time - 0.5) / ZOOM_FADE_LENGTH + 0.5))
    stage.drawPictures()
    const blur = bump(fromMiddle) * MAX_BLUR * strength
    if (blur <= 0) return
    stage.blurTowards(blurX, blurY, blur)
    stage.light.fill(bump(fromMiddle) * FLARE_LIGHT)
    stage.addLight(FLARE_COLOUR)
  }
}
