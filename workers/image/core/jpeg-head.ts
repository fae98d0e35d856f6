import { type ByteSource, type HeadResult, headOf, problem } from './picture-head.ts'
import { type ExifFacts, hasSwappedSides, readExif, moreSpecificMetadata, readXmp } from './exif-directory.ts'

const APP1 = 0xe1
const APP13 = 0xed
const COMMENT = 0xfe
const START_OF_SCAN = 0xda
const END_OF_IMAGE = [0xff, 0xd9] as const
const EXIF_SIGNATURE = 'Exif\0\0'
const XMP_SIGNATURE = 'http://ns.adobe.com/'
/** The maximum number of segments. Real files have a few dozen; a file with more is an attack. */
const MAX_SEGMENTS = 4096

type SegmentFacts = Pick<ExifFacts, 'orientation' | 'metadata'>

const NO_FACTS: SegmentFacts = { orientation: null, metadata: 'none' }

/**
 * Parses the segments up to the scan. The end marker is searched for from the scan's start on, not only at the end of the file: phones
 * append a video or a second picture, and an EXIF thumbnail has its own end marker.
 */
export async function readJpegHead(bytes: ByteSource): Promise<HeadResult> {
  let size = { width: 0, height: 0 }
  let facts = NO_FACTS
  let offset = 2
  for (let segments = 0; await bytes.reach(offset, 4); segments++) {
    if (segments > MAX_SEGMENTS) return problem('image_broken', 'endless header')
    if (bytes.u8(offset) !== 0xff) return problem('image_broken', 'a segment has no marker')
    const marker = bytes.u8(offset + 1)
    if (marker === 0xff || isStandalone(marker)) {
      offset += marker === 0xff ? 1 : 2
      continue
    }
    const length = bytes.u16(offset + 2)
    const end = offset + 2 + length
    if (end > bytes.size) break
    if (isFrameHeader(marker) && (await bytes.reach(offset, 9))) size = { width: bytes.u16(offset + 7), height: bytes.u16(offset + 5) }
    const segmentFacts = await readSegment(bytes, marker, offset + 4, length - 2)
    facts = {
      orientation: facts.orientation ?? segmentFacts.orientation,
      metadata: moreSpecificMetadata(facts.metadata, segmentFacts.metadata),
    }
    offset = end
    if (marker === START_OF_SCAN) return finishHead(bytes, offset, size, facts)
  }
  return problem('image_truncated')
}

async function finishHead(
  bytes: ByteSource,
  scanStart: number,
  { width, height }: { width: number; height: number },
  facts: SegmentFacts,
): Promise<HeadResult> {
  if (!(await bytes.contains(END_OF_IMAGE, scanStart))) return problem('image_truncated')
  const options = { metadata: facts.metadata }
  return hasSwappedSides(facts.orientation) ? headOf('image/jpeg', height, width, options) : headOf('image/jpeg', width, height, options)
}

async function readSegment(bytes: ByteSource, marker: number, content: number, length: number): Promise<SegmentFacts> {
  if (marker === COMMENT || marker === APP13) return { orientation: null, metadata: 'some' }
  if (marker !== APP1 || !(await bytes.reach(content, Math.min(length, XMP_SIGNATURE.length)))) return NO_FACTS
  if (bytes.ascii(content, EXIF_SIGNATURE.length) === EXIF_SIGNATURE) return readExif(bytes, content, length)
  if (bytes.ascii(content, XMP_SIGNATURE.length) !== XMP_SIGNATURE) return NO_FACTS
  return { orientation: null, metadata: await readXmp(bytes, content, length) }
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
