import type { Bus } from '#shared/motion/music/bus.ts'
import { makeBus, samplesOf } from '#shared/motion/music/bus.ts'

const AGAIN = 0.42
const DULLING = 0.45

/** Echoes of a bus that change sides at each repetition and grow duller. */
export function makeEcho(bus: Bus, seconds: number): Bus {
  const length = bus.left.length
  const delay = samplesOf(seconds)
  const out = makeBus(length)
  let [dullLeft, dullRight] = [0, 0]
  for (let i = delay; i < length; i++) {
    const both = ((bus.left[i - delay] ?? 0) + (bus.right[i - delay] ?? 0)) / 2
    dullLeft += (1 - DULLING) * (both + AGAIN * (out.right[i - delay] ?? 0) - dullLeft)
    dullRight += (1 - DULLING) * (AGAIN * (out.left[i - delay] ?? 0) - dullRight)
    out.left[i] = dullLeft
    out.right[i] = dullRight
  }
  return out
}
