/** The build time, in ms since 1970, inserted by the build. The newer of two hubs becomes the owner. */
declare const __BUILT_AT_MS__: number

/** The used part of a package without types. */
declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  interface GifFrame {
    /** The frame's palette; without it, the first frame's palette applies. */
    readonly palette?: Palette
    /** The display time in ms. */
    readonly delay: number
    readonly transparent?: boolean
    readonly transparentIndex?: number
    /** The GIF disposal method: what happens to the frame's pixels before the next frame is drawn. */
    readonly dispose: number
  }
  interface GifStream {
    writeFrame(indexed: Uint8Array, width: number, height: number, frame: GifFrame): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
    /** The bytes so far, without a copy. */
    bytesView(): Uint8Array
  }
  export function GIFEncoder(): GifStream
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette
}
