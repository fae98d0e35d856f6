import type { Brush } from '#shared/motion/look/brush.ts'
import type { SoftPlane } from '#shared/motion/look/soft-plane.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import type { Size } from '#shared/motion/picture.ts'

/**
 * What an overlay draws on. Lengths are in units: the frame's area is always 960 x 960 of them, so that a sketch and a full-size video look
 * alike.
 */
export interface LookCanvas {
  readonly kernel: Kernel
  readonly frame: Size
  readonly pixelsAt: number
  /** Pixels per unit. */
  readonly unit: number
  readonly width: number
  readonly height: number
  /** Seeds positions; the same for all frames of a video. */
  readonly seed: number
  readonly brush: Brush
  /** The plane of soft light; requesting it adds it to every frame. */
  readonly needSoft: () => SoftPlane
  /** The depth that a frame shows at each node of the plane of soft light, 0 far to 1 near; undefined where it is only guessed. */
  readonly nearness?: (() => Float32Array) | undefined
  /** Adds grain to every frame; the returned function sets a frame's strength in levels of 255. */
  readonly needGrain: () => (levels: number) => void
}

/** Draws an overlay into a frame at a time in seconds; strength 0 draws nothing, 1 is ordinary. */
export type PaintOverlay = (seconds: number, strength: number) => void

/** Prepares an overlay for all frames of a video. */
export type OverlayMaker = (canvas: LookCanvas) => PaintOverlay
