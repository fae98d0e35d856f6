import { wave } from '#motion/curves.ts'
import * as drawing from '../overlay-canvas.ts'

/** One depth layer of tumbling items. Lengths in units, speeds in units per second, rotation and tilt in turns per second. */
interface TumblingLayer {
  readonly count: number
  readonly masks: readonly drawing.Mask[]
  readonly speed: number
  readonly sway: number
  readonly turns: number
  readonly tilts: number
  readonly opacity: number
}

interface TumblingStyle {
  readonly layers: readonly TumblingLayer[]
  /** Colours as [red, green, blue] bytes. */
  readonly colours: readonly (readonly [number, number, number])[]
  /** Sideways speed as a share of the falling speed. */
  readonly wind: number
  /** The brightness factor of an item that is seen edge-on. */
  readonly shade: number
}

const TUMBLING_MARGIN = 90

function shadeColour([red, green, blue]: readonly [number, number, number], light: number): number {
  const byte = (value: number) => Math.min(255, Math.round(value * light))
  return byte(red) | (byte(green) << 8) | (byte(blue) << 16) | (255 << 24) | 0
}

/** Flat items that fall, sway, rotate and tilt, shaded by their tilt. */
export function paintTumbling(
  { width, height, seed, brush }: drawing.OverlayCanvas,
  { layers, colours, wind, shade }: TumblingStyle,
): drawing.PaintOverlay {
  const spanX = width + 2 * TUMBLING_MARGIN
  const spanY = height + 2 * TUMBLING_MARGIN
  const windSpeed = drawing.randomAt(seed, 0, 0) < 0.5 ? -wind : wind

  return (seconds, strength) => {
    const windShift = windSpeed * drawing.windDistance(seconds, drawing.randomAt(seed, 1, 0), wave)
    for (const [depth, { count, masks, speed, sway, turns, tilts, opacity }] of layers.entries()) {
      const layerSeed = seed + depth * 7919
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const pace = 0.75 + 0.5 * drawing.randomAt(layerSeed, index, -1)
        const phase = drawing.randomAt(layerSeed, index, -3)
        const swing = wave(seconds * (0.2 + 0.22 * phase) + phase)
        const rounds = drawing.randomAt(layerSeed, index, -2) + (seconds * speed * pace + swing * sway * 0.5) / spanY
        const round = Math.floor(rounds)
        const rowPosition = drawing.randomAt(layerSeed, index, round) + (windShift * speed * pace) / spanX
        const x =
          (rowPosition - Math.floor(rowPosition)) * spanX - TUMBLING_MARGIN + wave(seconds * (0.2 + 0.22 * phase) + phase + 0.25) * sway
        const direction = phase < 0.5 ? -1 : 1
        const rotation =
          drawing.randomAt(layerSeed, index, -5) +
          direction * seconds * turns * (0.6 + 0.8 * drawing.randomAt(layerSeed, index, -6)) +
          0.06 * swing
        const tilt = wave(seconds * tilts * (0.6 + 0.8 * drawing.randomAt(layerSeed, index, -7)) + drawing.randomAt(layerSeed, index, -8))
        const mask = masks[index % masks.length]
        const colour = colours[Math.floor(drawing.randomAt(layerSeed, index, -9) * colours.length)]
        if (!mask || !colour) continue
        const light = shade + (1.12 - shade) * Math.abs(tilt)
        const visibility = opacity * drawing.itemOpacity(index, count, strength)
        brush.stampTurned(
          mask,
          x,
          (rounds - round) * spanY - TUMBLING_MARGIN,
          shadeColour(colour, light),
          visibility,
          1,
          rotation,
          1,
          0.15 + 0.85 * Math.abs(tilt),
        )
      }
    }
  }
}

/** From far to near: number, radius (units), speed (units per second), sway (units) and opacity. */
const SNOW_LAYERS = [
  { count: 420, radius: 2, speed: 34, sway: 5, opacity: 0.6 },
  { count: 240, radius: 3.3, speed: 62, sway: 9, opacity: 0.82 },
  { count: 92, radius: 5.6, speed: 108, sway: 15, opacity: 0.9 },
  { count: 28, radius: 9.5, speed: 170, sway: 22, opacity: 0.62 },
  { count: 9, radius: 22, speed: 260, sway: 30, opacity: 0.34 },
] as const
const FLAKE_SIZES = [0.75, 1, 1.3] as const
const SNOW_WHITE = drawing.rgb(246, 250, 255)
const SNOW_MARGIN = 60
const SNOW_WIND = 0.45

/** Flakes in five depths that sway in a slow wind. */
export const makeSnow: drawing.OverlayFactory = ({ kernel, unit, width, height, seed, brush }) => {
  const windSpeed = drawing.randomAt(seed, 0, 0) < 0.5 ? -SNOW_WIND : SNOW_WIND
  const layers = drawing.prepareLayers(SNOW_LAYERS, (layer) => ({
    masks: FLAKE_SIZES.map((size) => drawing.softDot(kernel, layer.radius * size * unit)),
  }))
  const spanX = width + 2 * SNOW_MARGIN
  const spanY = height + 2 * SNOW_MARGIN

  return (seconds, strength) => {
    const windShift = windSpeed * drawing.windDistance(seconds, drawing.randomAt(seed, 1, 0), wave)
    for (const [depth, { count, speed, sway, opacity, masks }] of layers.entries()) {
      for (let index = 0; index < drawing.itemCount(count, strength); index++) {
        const layerSeed = seed + depth * 7919
        const pace = 0.8 + 0.4 * drawing.randomAt(layerSeed, index, -1)
        const rounds = drawing.randomAt(layerSeed, index, -2) + (seconds * speed * pace) / spanY
        const round = Math.floor(rounds)
        const mask = masks[index % masks.length]
        if (!mask) continue
        const swing = wave(seconds * (0.12 + 0.2 * drawing.randomAt(layerSeed, index, -3)) + drawing.randomAt(layerSeed, index, -4))
        const rowPosition = (drawing.randomAt(layerSeed, index, round) * spanX + windShift * speed * pace) / spanX
        const x = (rowPosition - Math.floor(rowPosition)) * spanX - SNOW_MARGIN + swing * sway
        brush.stamp(mask, x, (rounds - round) * spanY - SNOW_MARGIN, SNOW_WHITE, opacity * drawing.itemOpacity(index, count, strength), 1)
      }
    }
  }
}

const LEAVES_COLOURS = [
  [206, 98, 32],
  [226, 148, 44],
  [178, 58, 34],
  [214, 176, 66],
  [142, 84, 40],
] as const
const LEAVES_LAYERS = [
  { count: 38, size: 8, blur: 1.2, speed: 58, sway: 34, turns: 0.2, tilts: 0.34, opacity: 0.92 },
  { count: 24, size: 14, blur: 1.2, speed: 92, sway: 56, turns: 0.22, tilts: 0.36, opacity: 0.97 },
  { count: 11, size: 23, blur: 2, speed: 140, sway: 80, turns: 0.24, tilts: 0.38, opacity: 0.97 },
  { count: 3, size: 54, blur: 20, speed: 220, sway: 110, turns: 0.18, tilts: 0.3, opacity: 0.62 },
] as const

/** A pointed leaf with a stalk and a lighter vein. */
function makeLeafMask({ kernel, unit }: drawing.OverlayCanvas, size: number, blur: number): drawing.Mask {
  const reach = size * unit
  const softPx = Math.max(1, blur * unit)
  return drawing.makeMask(kernel, reach + softPx, reach * 0.6 + softPx, (x, y) => {
    const along = (x / reach + 0.18) / 0.82
    const side = Math.abs(y) / reach
    const body = along > -1 && along < 1 ? 0.46 * (1 - along * along) * (1 - 0.3 * along) : -1
    const stalk = Math.max(side - 0.035, x / reach - 1, -x / reach)
    const blade = drawing.coverOf(Math.min(side - body, stalk) * reach, softPx)
    const vein = drawing.coverOf((side - 0.02) * reach, 1.4) * 0.22
    return blade * (1 - vein)
  })
}

/** Autumn leaves tumbling in the wind. */
export const makeLeaves: drawing.OverlayFactory = (canvas) =>
  paintTumbling(canvas, {
    layers: drawing.prepareLayers(LEAVES_LAYERS, (layer) => ({ masks: [makeLeafMask(canvas, layer.size, layer.blur)] })),
    colours: LEAVES_COLOURS,
    wind: 0.8,
    shade: 0.62,
  })

const PETALS_COLOURS = [
  [255, 168, 194],
  [252, 190, 208],
  [244, 138, 172],
  [255, 212, 222],
] as const
const PETALS_LAYERS = [
  { count: 60, size: 6, blur: 1.2, speed: 46, sway: 24, turns: 0.13, tilts: 0.28, opacity: 0.86 },
  { count: 38, size: 10, blur: 1.2, speed: 72, sway: 40, turns: 0.16, tilts: 0.3, opacity: 0.95 },
  { count: 14, size: 17, blur: 2, speed: 112, sway: 58, turns: 0.18, tilts: 0.32, opacity: 0.95 },
  { count: 5, size: 40, blur: 16, speed: 180, sway: 80, turns: 0.12, tilts: 0.24, opacity: 0.6 },
] as const

/** A cherry petal: egg-shaped, with a notch at its broad end, lighter towards its base. */
function makePetalMask({ kernel, unit }: drawing.OverlayCanvas, size: number, blur: number): drawing.Mask {
  const reach = size * unit
  const softPx = Math.max(1, blur * unit)
  return drawing.makeMask(kernel, reach + softPx, reach * 0.8 + softPx, (x, y) => {
    const along = x / reach
    const breadth = 0.62 + 0.2 * along
    const distance = Math.sqrt(along * along + (y / reach / breadth) * (y / reach / breadth))
    const notch = along > 0.5 ? Math.max(0, 0.17 - Math.abs(y / reach)) * 1.7 : 0
    return drawing.coverOf((distance - 1 + notch) * reach * 0.7, softPx) * (0.86 + 0.14 * along)
  })
}

/** Cherry petals gliding in a light wind. */
export const makePetals: drawing.OverlayFactory = (canvas) =>
  paintTumbling(canvas, {
    layers: drawing.prepareLayers(PETALS_LAYERS, (layer) => ({ masks: [makePetalMask(canvas, layer.size, layer.blur)] })),
    colours: PETALS_COLOURS,
    wind: 0.7,
    shade: 0.74,
  })
