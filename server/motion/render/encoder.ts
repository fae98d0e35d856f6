/** Encodes I420 frames to one MP4, with frames stored in display order. */
export interface Encoder {
  /** Resolves when the next frame may be added; the bytes can be reused by then. */
  add(i420: Uint8Array): void | Promise<void>
  finish(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  /** Frees everything; may be called after `finish` or instead of it. */
  close(): void | Promise<void>
}
