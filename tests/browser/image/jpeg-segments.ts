const START_OF_SCAN = 0xda
const JFIF = 0xe0
const COLOUR_PROFILE = 0xe2
const COMMENT = 0xfe

/** The markers of the JPEG's segments with metadata, which a picture does not need. Throws if the file is no complete JPEG. */
export async function metadataSegments(picture: Blob): Promise<number[]> {
  const bytes = new DataView(await picture.arrayBuffer())
  if (bytes.getUint16(0) !== 0xffd8) throw new Error('no JPEG')
  if (bytes.getUint16(bytes.byteLength - 2) !== 0xffd9) throw new Error('something stands behind the end marker')
  const markers: number[] = []
  let offset = 2
  for (;;) {
    const marker = bytes.getUint8(offset + 1)
    if (bytes.getUint8(offset) !== 0xff) throw new Error(`no marker at ${offset}`)
    if (marker === START_OF_SCAN) return markers
    const isApplication = marker >= JFIF && marker <= 0xef
    if (marker === COMMENT || (isApplication && marker !== JFIF && marker !== COLOUR_PROFILE)) markers.push(marker)
    offset += 2 + bytes.getUint16(offset + 2)
  }
}
