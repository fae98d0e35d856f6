/** A picture file after its repair. */
export interface MendedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The repair added a missing end marker. The caller must prove with a decoder that the pixels before it are complete. */
  readonly isEndAdded: boolean
}
