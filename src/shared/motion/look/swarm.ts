import { smoothStep } from '../curves.ts'

/** The largest number of items of an overlay, relative to strength 1. */
const MOST_STRENGTH = 1.6
const FADING_PART = 0.25

/** The number of items to draw. */
export function mostOf(count: number, strength: number): number {
  return Math.ceil(count * Math.min(MOST_STRENGTH, Math.max(0, strength)))
}

/** The opacity of item `index`: with growing strength, items fade in one after the other. */
export function presence(index: number, count: number, strength: number): number {
  const part = (strength * count - index) / (count * FADING_PART)
  return part < 0 ? 0 : part > 1 ? 1 : part
}

/** A smooth step: 0 below `from`, 1 above `to`. */
export function rise(value: number, from: number, to: number): number {
  return smoothStep((value - from) / (to - from))
}

/** Gusty wind: the distance after some seconds, in units of its ordinary speed. */
export function windWay(seconds: number, phase: number, gust: (turns: number) => number): number {
  return seconds + 0.55 * gust(seconds / 5.3 + phase) + 0.25 * gust(seconds / 2.1 + phase * 3)
}

/** The layers of an overlay, each with its prepared data. */
export function layersWith<Layer extends object, More extends object>(
  layers: readonly Layer[],
  make: (layer: Layer) => More,
): readonly (Layer & More)[] {
  return layers.map((layer) => Object.assign({}, layer, make(layer)))
}

/** A hash in 0..1 of three whole numbers; neighbours are uncorrelated. */
export function chance(seed: number, index: number, turn: number): number {
  let mixed = Math.imul(seed ^ Math.imul(index + 0x9e37, 0x85eb_ca6b), 0xc2b2_ae35)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed ^ Math.imul(turn + 0x79b9, 0x27d4_eb2f), 0x1656_67b1)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0x85eb_ca6b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}
