import { compose, inPixels, invert, mix, STILL } from '#motion/between/flow/affine.ts'
import type { Agreement, PairMotion } from '#motion/between/flow/find-motion.ts'
import { type Plane, sampleAt, mapPlanes } from '../pixels.ts'
import { smoothStep, ease, wave } from '../curves.ts'
import type { Stage } from './stage.ts'
import type { BetweenScene } from '#motion/motion-plan.ts'

/** Iterations that find, for a pixel of the frame, its point in the picture halfway between the two pictures. */
const STEPS = 2
/** Beyond this distance outside its picture (in frame heights) a pixel has no weight. */
const FADE_OUT = 0.02
/** The duration of the cross-fade, as a share of the time: where the pictures agree, and where they do not. */
const LONG_CHANGE = 1
const SHORT_CHANGE = 0.4
/** The spread of the cross-fade in time, by depth. */
const ORDER_SPREAD = 0.3

/** The camera's arc from rest and back: the point of the unmoved frame that a node samples. */
function arcOf({ frame }: Stage, { arc }: BetweenScene, time: number) {
  const strength = 16 * time * time * (1 - time) * (1 - time)
  const closer = 1 - arc.push * strength
  const turn = wave((arc.turn * strength) / 360)
  const [middleX, middleY] = [(frame.width - 1) / 2, (frame.height - 1) / 2]
  const [shiftX, shiftY] = [arc.x * strength * frame.height, arc.y * strength * frame.height]
  return (x: number, y: number, point: { x: number; y: number }) => {
    const [u, v] = [(x - middleX) * closer, (y - middleY) * closer]
    point.x = middleX + u - v * turn + shiftX
    point.y = middleY + v + u * turn + shiftY
  }
}

function insideness(x: number, y: number, width: number, height: number): number {
  const outside = Math.max(-x, -y, x - (width - 1), y - (height - 1), 0)
  return Math.max(0, 1 - outside / (FADE_OUT * height))
}

/** The second picture's weight, by the visibility of both (0..1). An area that only one picture shows has only that picture. */
function weightOf(change: number, seenFirst: number, seenSecond: number): number {
  const ofFirst = seenFirst * (1 - change + change * (1 - seenSecond))
  const ofSecond = seenSecond * (change + (1 - change) * (1 - seenFirst))
  return ofFirst + ofSecond > 0 ? ofSecond / (ofFirst + ofSecond) : change
}

/** Fills the stage for a morph: both pictures follow the motion, each weighted by its visibility. */
export function createMorph(stage: Stage, scene: BetweenScene, motion: PairMotion, agreement: Agreement, depth: Plane) {
  const { frame, columns, rows } = stage
  const { rest, whole } = motion
  const back = invert(whole)
  const scale = frame.height / rest.height
  const restX = { ...rest, values: rest.x }
  const restY = { ...rest, values: rest.y }
  const middleBack = invert(mix(STILL, whole, 0.5))
  const doubt = mapPlanes(agreement.local, agreement.local, (value) => 1 - smoothStep((value - 0.3) / 0.5))

  return (time: number): void => {
    const part = ease(time, scene.easeIn, scene.easeOut)
    const toFirst = mix(STILL, whole, part)
    const p = inPixels(toFirst, frame, frame)
    const q = inPixels(compose(back, toFirst), frame, frame)
    const m = inPixels(compose(middleBack, toFirst), frame, rest)
    const arc = arcOf(stage, scene, time)
    const point = { x: 0, y: 0 }
    for (let row = 0, node = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, node++) {
        arc(stage.nodeX[column] ?? 0, stage.nodeY[row] ?? 0, point)
        const { x, y } = point
        const [homeX, homeY] = [m.a * x + m.b * y + m.x0, m.c * x + m.d * y + m.y0]
        let [shiftX, shiftY, thingX, thingY] = [0, 0, homeX, homeY]
        for (let step = 0; step < STEPS; step++) {
          shiftX = sampleAt(restX, thingX, thingY) * scene.bend
          shiftY = sampleAt(restY, thingX, thingY) * scene.bend
          thingX = homeX + (0.5 - part) * shiftX
          thingY = homeY + (0.5 - part) * shiftY
        }
        const firstX = p.a * x + p.b * y + p.x0 - part * shiftX * scale
        const firstY = p.c * x + p.d * y + p.y0 - part * shiftY * scale
        const secondX = q.a * x + q.b * y + q.x0 + (1 - part) * shiftX * scale
        const secondY = q.c * x + q.d * y + q.y0 + (1 - part) * shiftY * scale
        stage.first[node * 2] = firstX
        stage.first[node * 2 + 1] = firstY
        stage.second[node * 2] = secondX
        stage.second[node * 2 + 1] = secondY
        const seenFirst = insideness(firstX, firstY, frame.width, frame.height)
        const seenSecond = insideness(secondX, secondY, frame.width, frame.height)
        const near = sampleAt(depth, (firstX * depth.height) / frame.height, (firstY * depth.height) / frame.height) - 0.5
        const length = LONG_CHANGE + (SHORT_CHANGE - LONG_CHANGE) * sampleAt(doubt, thingX, thingY)
        const late = 0.5 - scene.order * near * ORDER_SPREAD * (1 - Math.abs(2 * part - 1))
        const change = part <= 0 ? 0 : part >= 1 ? 1 : smoothStep((part - late) / length + 0.5)
        stage.weight[node] = weightOf(change, seenFirst, seenSecond)
      }
    }
    stage.show()
  }
}
