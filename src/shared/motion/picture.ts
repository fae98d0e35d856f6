/** Sides in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels as RGBA bytes, row by row. */
export interface Picture extends Size {
  readonly data: Uint8Array
}

/** The measured depth of a whole picture, row by row: 0 far to 255 near, even in one over the distance. */
export interface DepthMap extends Size {
  readonly values: Uint8Array
}

/** A picture to render. */
export interface SourcePicture extends Picture {
  /** Of the whole picture, even where only a part of it is rendered; without one, depth is guessed. */
  readonly depth?: DepthMap | undefined
}

/** The source of a frame's pixels, before overlays and grade. */
export interface Scene {
  /** Draws the frame at a time, 0 at the first frame and 1 at the last. */
  draw(time: number): void
  /** Writes the depth that the last frame shows at each grid node, 0 far to 1 near; only where it is measured. */
  nearness?(into: Float32Array): void
}
