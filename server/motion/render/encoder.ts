/** I420 frames in, an MP4 with the whole run out, whose frames are stored in the order they are shown. */
export interface Encoder {
  /** Resolves when the next frame may come; the bytes are free again by then. */
  add(i420: Uint8Array): void | Promise<void>
  finish(): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  /** Frees everything; safe after `finish` and instead of it. */
  close(): void | Promise<void>
}
