import { chance, mostOf, presence, windWay } from '../swarm.ts'
import type { LookCanvas, PaintOverlay } from '../look-canvas.ts'
import type { Mask } from '../mask.ts'
import { wave } from '#shared/motion/curves.ts'

/** One depth of things that tumble down. Lengths in units, speeds in units a second, turns and tilts in turns a second. */
interface TumblingLayer {
  readonly count: number
  readonly masks: readonly Mask[]
  readonly speed: number
  readonly sway: number
  readonly turns: number
  readonly tilts: number
  readonly opacity: number
}

interface Tumbling {
  readonly layers: readonly TumblingLayer[]
  /** Colours as [red, green, blue] bytes. */
  readonly colours: readonly (readonly [number, number, number])[]
  /** Sideways speed in parts of the falling speed. */
  readonly wind: number
  /** Darkest part of a colour, where a thing is seen from its edge. */
  readonly shade: number
}

const MARGIN = 90

function shaded([red, green, blue]: readonly [number, number, number], light: number): number {
  const byte = (value: number) => Math.min(255, Math.round(value * light))
  return byte(red) | (byte(green) << 8) | (byte(blue) << 16) | (255 << 24) | 0
}

/** Flat things that fall, sway, turn and tilt, lit as they do. */
export function paintTumbling({ width, height, seed, brush }: LookCanvas, { layers, colours, wind, shade }: Tumbling): PaintOverlay {
  const spanX = width + 2 * MARGIN
  const spanY = height + 2 * MARGIN
  const lean = chance(seed, 0, 0) < 0.5 ? -wind : wind

  return (seconds, strength) => {
    const carried = lean * windWay(seconds, chance(seed, 1, 0), wave)
    for (const [depth, { count, masks, speed, sway, turns, tilts, opacity }] of layers.entries()) {
      const own = seed + depth * 7919
      for (let index = 0; index < mostOf(count, strength); index++) {
        const pace = 0.75 + 0.5 * chance(own, index, -1)
        const phase = chance(own, index, -3)
        const glide = wave(seconds * (0.2 + 0.22 * phase) + phase)
        const way = chance(own, index, -2) + (seconds * speed * pace + glide * sway * 0.5) / spanY
        const turn = Math.floor(way)
        const along = chance(own, index, turn) + (carried * speed * pace) / spanX
        const x = (along - Math.floor(along)) * spanX - MARGIN + wave(seconds * (0.2 + 0.22 * phase) + phase + 0.25) * sway
        const spin = phase < 0.5 ? -1 : 1
        const turned = chance(own, index, -5) + spin * seconds * turns * (0.6 + 0.8 * chance(own, index, -6)) + 0.06 * glide
        const tilt = wave(seconds * tilts * (0.6 + 0.8 * chance(own, index, -7)) + chance(own, index, -8))
        const mask = masks[index % masks.length]
        const colour = colours[Math.floor(chance(own, index, -9) * colours.length)]
        if (!mask || !colour) continue
        const light = shade + (1.12 - shade) * Math.abs(tilt)
        const seen = opacity * presence(index, count, strength)
        brush.turn(mask, x, (way - turn) * spanY - MARGIN, shaded(colour, light), seen, 1, turned, 1, 0.15 + 0.85 * Math.abs(tilt))
      }
    }
  }
}
