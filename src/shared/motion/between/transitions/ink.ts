import { hill, driftAt, lookThrough } from './transition.ts'
import { smoothStep } from '#shared/motion/curves.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'
import { makeRandom } from '#shared/motion/random.ts'
import type { Stage } from '#shared/motion/between/stage.ts'
import type { Plane } from '#shared/motion/plane.ts'
import { sampleAt, makePlane } from '#shared/motion/plane.ts'

const DROPS = 3
const BEGIN = 0.1
const END = 0.9
const SOFTNESS = 0.16
/** How ragged the spreading edge is, in frame heights, coarse and fine. */
const RAGGED = [0.3, 0.14, 0.06] as const
const COARSE_CELLS = 4
const EDGE_GLOW = 0.2
const EDGE_COLOUR = [1, 0.97, 0.92] as const

/** Smooth noise at a place in frame heights. */
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

/** When the ink reaches each node, 0 first to 1 last. */
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
export const ink: Transition = ({ stage, scene, seed, depths: [near, far] }) => {
  const arrival = arrivals(stage, seed)
  return (time) => {
    const { part, first, second } = driftAt(scene, time)
    lookThrough(stage, stage.first, near, first)
    lookThrough(stage, stage.second, far, second)
    const front = ((part - BEGIN) / (END - BEGIN)) * (1 + SOFTNESS)
    for (let node = 0; node < stage.weight.length; node++) {
      const weight = smoothStep((front - (arrival[node] ?? 0)) / SOFTNESS)
      stage.weight[node] = weight
      stage.light[node] = EDGE_GLOW * hill(2 * weight - 1)
    }
    stage.show()
    if (part > BEGIN && part < END) stage.shine(EDGE_COLOUR)
  }
}
