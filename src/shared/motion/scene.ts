/** The source of a frame's pixels, before overlays and grade. */
export interface Scene {
  /** Draws the frame at a time, 0 at the first frame and 1 at the last. */
  draw(time: number): void
  /** Writes the depth that the last frame shows at each grid node, 0 far to 1 near; only where it is measured. */
  nearness?(into: Float32Array): void
}
