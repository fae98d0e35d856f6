/** Where a frame's pixels come from, before any overlay or grade. */
export interface Scene {
  /** Fills the frame at a time, 0 at the first frame and 1 at the last. */
  draw(time: number): void
}
