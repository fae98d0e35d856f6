import { type Kernel, STAMP_WORDS, TURNED_WORDS } from '#shared/motion/kernel/create-kernel.ts'
import type { Mask } from '#shared/motion/look/mask.ts'
import type { Size } from '#shared/motion/picture.ts'
import { wave } from '../curves.ts'

/** Stamps masks into a frame. Positions are in units of the look, opacity and cover 0..1; cover 0 only adds light, 1 hides the background. */
export interface Brush {
  stamp(mask: Mask, x: number, y: number, colour: number, opacity: number, cover: number): void
  /** Rotated clockwise by full turns and scaled along the mask's own axes. */
  turn(
    mask: Mask,
    x: number,
    y: number,
    colour: number,
    opacity: number,
    cover: number,
    turns: number,
    scaleX: number,
    scaleY: number,
  ): void
  /** Draws all stamps since the last flush. */
  flush(): void
}

const MOST_ITEMS = 1024
const FIXED_ONE = 65_536
const FULL = 32_767
const FAINTEST = 1 / 400
/** Thinner masks are drawn with this scale. */
const LEAST_SCALE = 0.08

/** A colour of bytes, packed into a stamp's word. */
export function rgb(red: number, green: number, blue: number): number {
  return red | (green << 8) | (blue << 16) | (255 << 24) | 0
}

function part15(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * FULL)
}

/** A brush for the RGBA frame at `pixelsAt`, `unit` px per unit. */
export function createBrush(kernel: Kernel, frame: Size, pixelsAt: number, unit: number): Brush {
  const stampsAt = kernel.take(MOST_ITEMS * STAMP_WORDS * 4)
  const turnedAt = kernel.take(MOST_ITEMS * TURNED_WORDS * 4)
  let stamps: Int32Array = new Int32Array()
  let turned: Int32Array = new Int32Array()
  let stampCount = 0
  let turnedCount = 0

  function flush(): void {
    kernel.stamp(stampsAt, stampCount, pixelsAt, frame.width, frame.height)
    kernel.stampTurned(turnedAt, turnedCount, pixelsAt, frame.width, frame.height)
    stampCount = 0
    turnedCount = 0
  }

  function writeShared(words: Int32Array, at: number, mask: Mask, colour: number, opacity: number, cover: number): void {
    words[at + 2] = mask.offset
    words[at + 3] = mask.width | (mask.height << 16)
    words[at + 4] = colour
    words[at + 5] = part15(opacity) | (part15(cover) << 16)
  }

  return {
    stamp(mask, x, y, colour, opacity, cover) {
      const left = x * unit - mask.width / 2
      const top = y * unit - mask.height / 2
      if (opacity < FAINTEST || left >= frame.width || top >= frame.height || left + mask.width < 0 || top + mask.height < 0) return
      if (stampCount === MOST_ITEMS) flush()
      if (stampCount === 0) stamps = kernel.words(stampsAt, MOST_ITEMS * STAMP_WORDS)
      const at = stampCount++ * STAMP_WORDS
      stamps[at] = Math.round(left * FIXED_ONE)
      stamps[at + 1] = Math.round(top * FIXED_ONE)
      writeShared(stamps, at, mask, colour, opacity, cover)
    },
    turn(mask, x, y, colour, opacity, cover, turns, scaleX, scaleY) {
      const cosine = wave(turns + 0.25)
      const sine = wave(turns)
      const alongX = Math.max(LEAST_SCALE, scaleX)
      const alongY = Math.max(LEAST_SCALE, scaleY)
      const reachX = Math.ceil((Math.abs(cosine) * alongX * mask.width + Math.abs(sine) * alongY * mask.height) / 2)
      const reachY = Math.ceil((Math.abs(sine) * alongX * mask.width + Math.abs(cosine) * alongY * mask.height) / 2)
      const middleX = x * unit - 0.5
      const middleY = y * unit - 0.5
      if (opacity < FAINTEST || middleX - reachX >= frame.width || middleY - reachY >= frame.height) return
      if (middleX + reachX < 0 || middleY + reachY < 0) return
      if (turnedCount === MOST_ITEMS) flush()
      if (turnedCount === 0) turned = kernel.words(turnedAt, MOST_ITEMS * TURNED_WORDS)
      const at = turnedCount++ * TURNED_WORDS
      turned[at] = Math.round(middleX * FIXED_ONE)
      turned[at + 1] = Math.round(middleY * FIXED_ONE)
      writeShared(turned, at, mask, colour, opacity, cover)
      turned[at + 6] = Math.round((cosine / alongX) * FIXED_ONE)
      turned[at + 7] = Math.round((-sine / alongY) * FIXED_ONE)
      turned[at + 8] = Math.round((sine / alongX) * FIXED_ONE)
      turned[at + 9] = Math.round((cosine / alongY) * FIXED_ONE)
      turned[at + 10] = reachX | (reachY << 16)
    },
    flush,
  }
}
