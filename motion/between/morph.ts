import { compose, inPixels, invert, mix, STILL } from '#motion/between/flow/affine.ts'
import type { Agreement, PairMotion } from '#motion/between/flow/find-motion.ts'
import { type Plane, sampleAt, mapPlanes } from '../pixels.ts'
import { smoothStep, ease, wave } from '../curves.ts'
import type { Stage } from './stage.ts'
import type { BetweenScene } from '#motion/motion-plan.ts'

/** Iterations that find, for a pixel of the frame, its point in the picture halfway between the two pictures. */
const SEARCH_STEPS = 2
/** Beyond this distance outside its picture (in frame heights) a pixel has no weight. */
const FADE_OUT_DISTANCE = 0.02
/** The duration of the cross-fade, as a share of the progress of the morph: where the pictures agree, and where they do not. */
const LONG_CHANGE = 1
const SHORT_CHANGE = 0.4
/** The largest difference between the times at which the nearest and the farthest areas change, as a share of the progress of the morph. */
const ORDER_SPREAD = 0.3

/**
 * The camera's motion on an arc, which starts and ends at rest. The returned function writes into `point` the point that a node at x, y
 * shows.
 */
function arcOf({ frame }: Stage, { arc }: BetweenScene, time: number) {
  const strength = 16 * time * time * (1 - time) * (1 - time)
  const scale = 1 - arc.push * strength
  const turn = wave((arc.turn * strength) / 360)
  const [middleX, middleY] = [(frame.width - 1) / 2, (frame.height - 1) / 2]
  const [shiftX, shiftY] = [arc.x * strength * frame.height, arc.y * strength * frame.height]
  return (x: number, y: number, point: { x: number; y: number }) => {
    const [u, v] = [(x - middleX) * scale, (y - middleY) * scale]
    point.x = middleX + u - v * turn + shiftX
    point.y = middleY + v + u * turn + shiftY
  }
}

function visibilityOf(x: number, y: number, width: number, height: number): number {
  const outside = Math.max(-x, -y, x - (width - 1), y - (height - 1), 0)
  return Math.max(0, 1 - outside / (FADE_OUT_DISTANCE * height))
}

/** The second picture's weight, by the visibility of both (0..1). An area that only one picture shows has only that picture. */
function weightOf(change: number, firstVisibility: number, secondVisibility: number): number {
  const firstWeight = firstVisibility * (1 - change + change * (1 - secondVisibility))
  const secondWeight = secondVisibility * (change + (1 - change) * (1 - firstVisibility))
  return firstWeight + secondWeight > 0 ? secondWeight / (firstWeight + secondWeight) : change
}

/** Fills the stage for a morph: both pictures follow the motion, each weighted by its visibility. */
export function createMorph(stage: Stage, scene: BetweenScene, motion: PairMotion, agreement: Agreement, depth: Plane) {
  const { frame, columns, rows } = stage
  const { localFlow, globalMap } = motion
  const globalInverse = invert(globalMap)
  const scale = frame.height / localFlow.height
  const flowX = { ...localFlow, values: localFlow.x }
  const flowY = { ...localFlow, values: localFlow.y }
  const middleInverse = invert(mix(STILL, globalMap, 0.5))
  const disagreement = mapPlanes(agreement.scores, agreement.scores, (value) => 1 - smoothStep((value - 0.3) / 0.5))

  return (time: number): void => {
    const progress = ease(time, scene.easeIn, scene.easeOut)
    const toFirst = mix(STILL, globalMap, progress)
    const firstMap = inPixels(toFirst, frame, frame)
    const secondMap = inPixels(compose(globalInverse, toFirst), frame, frame)
    const middleMap = inPixels(compose(middleInverse, toFirst), frame, localFlow)
    const arc = arcOf(stage, scene, time)
    const point = { x: 0, y: 0 }
    for (let row = 0, node = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, node++) {
        arc(stage.nodeX[column] ?? 0, stage.nodeY[row] ?? 0, point)
        const { x, y } = point
        const [startX, startY] = [middleMap.a * x + middleMap.b * y + middleMap.x0, middleMap.c * x + middleMap.d * y + middleMap.y0]
        let [shiftX, shiftY, middleX, middleY] = [0, 0, startX, startY]
        for (let step = 0; step < SEARCH_STEPS; step++) {
          shiftX = sampleAt(flowX, middleX, middleY) * scene.bend
          shiftY = sampleAt(flowY, middleX, middleY) * scene.bend
          middleX = startX + (0.5 - progress) * shiftX
          middleY = startY + (0.5 - progress) * shiftY
        }
        const firstX = firstMap.a * x + firstMap.b * y + firstMap.x0 - progress * shiftX * scale
        const firstY = firstMap.c * x + firstMap.d * y + firstMap.y0 - progress * shiftY * scale
        const secondX = secondMap.a * x + secondMap.b * y + secondMap.x0 + (1 - progress) * shiftX * scale
        const secondY = secondMap.c * x + secondMap.d * y + secondMap.y0 + (1 - progress) * shiftY * scale
        stage.firstPositions[node * 2] = firstX
        stage.firstPositions[node * 2 + 1] = firstY
        stage.secondPositions[node * 2] = secondX
        stage.secondPositions[node * 2 + 1] = secondY
        const firstVisibility = visibilityOf(firstX, firstY, frame.width, frame.height)
        const secondVisibility = visibilityOf(secondX, secondY, frame.width, frame.height)
        const depthOffset = sampleAt(depth, (firstX * depth.height) / frame.height, (firstY * depth.height) / frame.height) - 0.5
        const changeLength = LONG_CHANGE + (SHORT_CHANGE - LONG_CHANGE) * sampleAt(disagreement, middleX, middleY)
        const changeMiddle = 0.5 - scene.order * depthOffset * ORDER_SPREAD * (1 - Math.abs(2 * progress - 1))
        const change = progress <= 0 ? 0 : progress >= 1 ? 1 : smoothStep((progress - changeMiddle) / changeLength + 0.5)
        stage.weight[node] = weightOf(change, firstVisibility, secondVisibility)
      }
    }
    stage.drawPictures()
  }
}
