import type { Plane } from './plane.ts'

/** Sides in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels as RGBA bytes, row by row. */
export interface Picture extends Size {
  readonly data: Uint8Array
}

/** A picture to render. */
export interface SourcePicture extends Picture {
  /** Its measured depth, 0 far to 1 near, of its ratio and no larger than it; where there is none, depth is guessed. */
  readonly depth?: Plane | undefined
}
