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

/** Draws a frame of a transition at a time, 0 the first picture, 1 the second. */
export type Transition = (input: TransitionInput) => (time: number) => void

/** The camera's position in front of a picture: lengths in frame heights. */
interface View {
  /** The visible share of the picture; 1 is all of it. Above 1, mirror images continue the picture beyond its edges. */
  readonly part: number
  readonly x: number
  readonly y: number
}

/** The parallax: compared with the middle depth, the nearest areas move farther by this share, and the farthest less far. */
const RELIEF = 0.5

function mirrored(position: number, side: number): number {
  const inside = position < 0 ? -position : position
  return inside > side - 1 ? 2 * (side - 1) - inside : inside
}

/** Writes the sample position of each node through a camera with parallax by depth (1 is near). */
function projectStage({ frame, columns, rows, nodeX, nodeY }: Stage, positions: Float64Array, depth: Plane, view: View): void {
  const { width, height } = frame
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const toDepth = depth.height / height
  for (let row = 0, at = 0; row < rows; row++) {
    const v = (nodeY[row] ?? 0) - middleY
    for (let column = 0; column < columns; column++, at += 2) {
      const u = (nodeX[column] ?? 0) - middleX
      const flatX = middleX + u * view.part + view.x * height
      const flatY = middleY + v * view.part + view.y * height
      const nearness = 1 + RELIEF * (2 * sampleAt(depth, flatX * toDepth, flatY * toDepth) - 1)
      const part = 1 - (1 - view.part) * nearness
      positions[at] = mirrored(middleX + u * part + view.x * height * nearness, width)
      positions[at + 1] = mirrored(middleY + v * part + view.y * height * nearness, height)
    }
  }
}

/** The share of the view by which the camera has pushed in at the end of the first picture and at the start of the second, at full bend. */
const CLOSER = 0.18
/** The share of the margin around the view that a drift may use. Near areas drift 1.5 times as far as areas of middle depth. */
const ROOM = 0.6

function viewAt({ bend, drift }: BetweenScene, far: number, side: 1 | -1): View {
  const part = 1 - CLOSER * bend * far
  const room = ((1 - part) / 2) * ROOM * side
  return { part, x: drift.x * room, y: drift.y * room }
}

/** The camera's slow drift over a whole transition: from rest in the first picture to rest in the second. */
function driftAt(scene: BetweenScene, time: number): { readonly part: number; readonly first: View; readonly second: View } {
  const part = ease(time, scene.easeIn, scene.easeOut)
  return { part, first: viewAt(scene, part, 1), second: viewAt(scene, 1 - part, -1) }
}

/** A smooth bump: 0 at -1 and 1 and outside, 1 at 0. */
function hill(x: number): number {
  const rest = Math.max(0, 1 - x * x)
  return rest * rest
}

/** The dissolve sweeps through the depth between these two shares of the transition. `DISSOLVE_SOFTNESS` is the width of its soft edge. */
const DISSOLVE_BEGIN = 0.14
const DISSOLVE_END = 0.86
const DISSOLVE_SOFTNESS = 0.34
const DISSOLVE_GLOW = 0.16
const GLOW_COLOUR = [1, 0.9, 0.76] as const

/** Dissolves from one picture to the other by depth, with a faint glow. */
export const depthDissolve: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const towardsNear = scene.order >= 0 ? 1 : -1
  return (time) => {
    const { part, first, second } = driftAt(scene, time)
    projectStage(stage, stage.first, firstDepth, first)
    projectStage(stage, stage.second, secondDepth, second)
    const front = ((part - DISSOLVE_BEGIN) / (DISSOLVE_END - DISSOLVE_BEGIN)) * (1 + DISSOLVE_SOFTNESS)
    const toDepth = firstDepth.height / stage.frame.height
    for (let node = 0; node < stage.weight.length; node++) {
      const a = sampleAt(firstDepth, (stage.first[node * 2] ?? 0) * toDepth, (stage.first[node * 2 + 1] ?? 0) * toDepth)
      const b = sampleAt(secondDepth, (stage.second[node * 2] ?? 0) * toDepth, (stage.second[node * 2 + 1] ?? 0) * toDepth)
      const order = 0.5 - towardsNear * ((a + b) / 2 - 0.5)
      const weight = smoothStep((front - order) / DISSOLVE_SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = DISSOLVE_GLOW * hill(2 * weight - 1)
    }
    stage.show()
    if (part > DISSOLVE_BEGIN && part < DISSOLVE_END) stage.shine(GLOW_COLOUR)
  }
}

const DROPS = 3
const INK_BEGIN = 0.1
const INK_END = 0.9
const INK_SOFTNESS = 0.16
/** The raggedness of the spreading edge, in frame heights, from coarse to fine noise. */
const RAGGED = [0.3, 0.14, 0.06] as const
const COARSE_CELLS = 4
const EDGE_GLOW = 0.2
const EDGE_COLOUR = [1, 0.97, 0.92] as const

/** Smooth noise at a position in frame heights. */
function noiseOf(random: () => number): (x: number, y: number) => number {
  const layers = RAGGED.map((amount, octave): readonly [Plane, number, number] => {
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
function arrivals({ frame, columns, rows, nodeX, nodeY }: Stage, seed: number): Float64Array {
  const random = makeRandom(seed)
  const aspect = frame.width / frame.height
  const drops = Array.from({ length: DROPS }, (_, drop) => ({
    x: ((drop + 0.25 + random() * 0.5) / DROPS) * aspect,
    y: 0.25 + random() * 0.5,
    late: drop === 1 ? 0 : random() * 0.12,
  }))
  const noise = noiseOf(random)
  const raw = new Float64Array(columns * rows)
  for (let row = 0, node = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, node++) {
      const [x, y] = [(nodeX[column] ?? 0) / frame.height, (nodeY[row] ?? 0) / frame.height]
      const distances = drops.map((drop) => drop.late + Math.sqrt((x - drop.x) * (x - drop.x) + (y - drop.y) * (y - drop.y)))
      raw[node] = Math.min(...distances) + noise(x, y)
    }
  }
  const least = raw.reduce((a, b) => Math.min(a, b))
  const most = raw.reduce((a, b) => Math.max(a, b))
  return raw.map((value) => (value - least) / (most - least))
}

/** The second picture spreads like ink from a few drops. */
export const ink: Transition = ({ stage, scene, seed, depths: [firstDepth, secondDepth] }) => {
  const arrival = arrivals(stage, seed)
  return (time) => {
    const { part, first, second } = driftAt(scene, time)
    projectStage(stage, stage.first, firstDepth, first)
    projectStage(stage, stage.second, secondDepth, second)
    const front = ((part - INK_BEGIN) / (INK_END - INK_BEGIN)) * (1 + INK_SOFTNESS)
    for (let node = 0; node < stage.weight.length; node++) {
      const weight = smoothStep((front - (arrival[node] ?? 0)) / INK_SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = EDGE_GLOW * hill(2 * weight - 1)
    }
    stage.show()
    if (part > INK_BEGIN && part < INK_END) stage.shine(EDGE_COLOUR)
  }
}

const HALF_LENGTH = 0.27
/** Half the width of the band of light, in frame widths, and the share of the light outside the band. */
const BAND = 0.62
const AROUND = 0.28
const LIGHT_LEAK_SOFTNESS = 0.4
const LIGHT_LEAK_COLOUR = [1, 0.66, 0.34] as const

/** A warm burst of light sweeps over the frame and reveals the second picture. */
export const lightLeak: Transition = ({ stage, scene, seed, depths: [firstDepth, secondDepth] }) => {
  const isFromRight = scene.drift.x < 0
  const slant = seed % 2 === 0 ? 0.35 : -0.35
  const { width, height } = stage.frame
  return (time) => {
    const { first, second } = driftAt(scene, time)
    projectStage(stage, stage.first, firstDepth, first)
    projectStage(stage, stage.second, secondDepth, second)
    const away = (time - 0.5) / HALF_LENGTH
    const burst = hill(away)
    const front = 0.5 + away * 0.9
    for (let row = 0, node = 0; row < stage.rows; row++) {
      const lean = ((stage.nodeY[row] ?? 0) / height - 0.5) * slant
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const behind = front - (isFromRight ? 1 - across : across) - lean
        stage.weight[node] = Math.abs(away) < 1 ? smoothStep(behind / LIGHT_LEAK_SOFTNESS + 0.5) : away > 0 ? 1 : 0
        stage.light[node] = burst * (AROUND + (1 - AROUND) * hill(behind / BAND)) * 1.25
      }
    }
    stage.show()
    if (burst > 0) stage.shine(LIGHT_LEAK_COLOUR)
  }
}

/** The slide's share of the time, around the middle. */
const SLIDE_LENGTH = 0.72
/** The sideways distance that each picture moves at full bend, in frame widths, and the softness of the front. */
const WAY = 0.5
const SLIDE_SOFTNESS = 0.3
/** How much later the front reaches near areas of the first picture than areas of middle depth, in frame widths. */
const HOLD = 0.1

/** The camera moves sideways across both pictures with parallax and a soft front. */
export const slide: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const { width, height } = stage.frame
  const side = scene.drift.x < 0 ? -1 : 1
  const toDepth = firstDepth.height / height
  return (time) => {
    const { first, second } = driftAt(scene, time)
    const gone = smoothStep((time - 0.5) / SLIDE_LENGTH + 0.5)
    const way = (WAY * (0.4 + 0.6 * scene.bend) * side * width) / height
    projectStage(stage, stage.first, firstDepth, { ...first, x: first.x + way * gone * gone })
    projectStage(stage, stage.second, secondDepth, { ...second, x: second.x - way * (1 - gone) * (1 - gone) })
    const front = gone * (1 + SLIDE_SOFTNESS + 2 * HOLD) - SLIDE_SOFTNESS / 2 - HOLD
    for (let row = 0, node = 0; row < stage.rows; row++) {
      for (let column = 0; column < stage.columns; column++, node++) {
        const across = (stage.nodeX[column] ?? 0) / width
        const nearness = sampleAt(firstDepth, (stage.first[node * 2] ?? 0) * toDepth, (stage.first[node * 2 + 1] ?? 0) * toDepth)
        const ahead = (side > 0 ? 1 - across : across) + HOLD * (2 * nearness - 1)
        stage.weight[node] = smoothStep((front - ahead) / SLIDE_SOFTNESS + 0.5)
      }
    }
    stage.show()
  }
}

/**
 * The duration of each picture's push, as a share of the time. The camera narrows the first view by `FIRST_RUSH` and starts the second one
 * wider by `SECOND_RUSH`.
 */
const RUSH = 0.3
const FIRST_RUSH = 0.5
const SECOND_RUSH = 0.34
const ZOOM_CHANGE = 0.14
const SMEAR_HALF = 0.24
const SMEAR = 0.34
const FLARE = 0.22
const FLARE_COLOUR = [1, 0.95, 0.88] as const

function rush(time: number): number {
  const part = Math.max(0, Math.min(1, time / RUSH))
  return part * part * part
}

/** The camera pushes quickly into the first picture and stops in the second. */
export const zoomBlur: Transition = ({ stage, scene, depths: [firstDepth, secondDepth] }) => {
  const { frame } = stage
  const [x, y] = [(0.5 + scene.drift.x * 0.12) * frame.width, (0.5 + scene.drift.y * 0.12) * frame.height]
  return (time) => {
    const { first, second } = driftAt(scene, time)
    const strength = 0.5 + scene.bend / 2
    const gone = rush(time - (0.5 + ZOOM_CHANGE / 2 - RUSH)) * FIRST_RUSH * strength
    const coming = rush(0.5 - ZOOM_CHANGE / 2 + RUSH - time) * SECOND_RUSH * strength
    projectStage(stage, stage.first, firstDepth, { ...first, part: first.part * (1 - gone) })
    projectStage(stage, stage.second, secondDepth, { ...second, part: second.part * (1 + coming) })
    const away = (time - 0.5) / SMEAR_HALF
    stage.weight.fill(smoothStep((time - 0.5) / ZOOM_CHANGE + 0.5))
    stage.show()
    const smear = hill(away) * SMEAR * strength
    if (smear <= 0) return
    stage.smear(x, y, smear)
    stage.light.fill(hill(away) * FLARE)
    stage.shine(FLARE_COLOUR)
  }
}
