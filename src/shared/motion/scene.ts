/** The source of a frame's pixels, before overlays and grade. */
export interface Scene {
  /** Draws the frame at a time, 0 at the first frame and 1 at the last. */
  draw(time: number): void
}
