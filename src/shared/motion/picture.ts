/** Sides in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels as RGBA bytes, row by row. */
export interface Picture extends Size {
  readonly data: Uint8Array
}
