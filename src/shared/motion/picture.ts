/** Pixels as RGBA bytes, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
