import type { MendedPicture } from './mended-picture.ts'
import { joinBytes } from './picture-bytes.ts'

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const END_MARKER = Uint8Array.of(MARKER, END_OF_IMAGE)

/** Real files have some dozen segments. A file with more than this many is not repaired, because it may be an attack. */
const MAX_SEGMENTS = 4096
/** The maximum number of stray bytes between two segments that a repair removes; decoders skip such bytes, too. */
const MAX_JUNK_BYTES = 64 * 1024
/** The maximum number of bytes by which the length of a segment may be too large. */
const MAX_EXCESS_BYTES = 16

/**
 * Removes bytes between the segments, corrects lengths that overlap the next segment, and adds a missing end marker. Null if nothing was
 * changed, or if the picture cannot be repaired.
 */
export function mendJpeg(bytes: Uint8Array): MendedPicture | null {
  if (bytes[0] !== MARKER || bytes[1] !== START_OF_IMAGE) return null
  const header = mendHeader(bytes)
  if (header === null) return null
  const scanBytes = bytes.subarray(header.scanAt)
  if (hasEnd(scanBytes)) return header.isMended ? { bytes: joinBytes([...header.parts, scanBytes]), isEndAdded: false } : null
  if (!hasAllScans(bytes, header)) return null
  const data = scanBytes.at(-1) === MARKER ? scanBytes.subarray(0, -1) : scanBytes
  return { bytes: joinBytes([...header.parts, data, END_MARKER]), isEndAdded: true }
}

/** The JPEG with noise inserted between its last scan and its end marker. A decoder shows the same pixels only if that scan is complete. */
export function withOtherEnd(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const noise = Uint8Array.from({ length: NOISE_BYTES }, (_, i) => ((i * i * 31 + i * 97 + 13) >> 3) % MARKER)
  return joinBytes([jpeg.subarray(0, -END_MARKER.length), noise, END_MARKER])
}

/** The number of inserted bytes: enough to change a coefficient of an incomplete scan. None of them is a marker. */
const NOISE_BYTES = 256

interface Header {
  readonly parts: readonly Uint8Array[]
  /** The offset of the first scan's data. */
  readonly scanAt: number
  readonly isMended: boolean
}

function mendHeader(bytes: Uint8Array): Header | null {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let isMended = false
  let at = 2
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    const start = findMarker(bytes, at)
    if (start === null) return null
    const declaredEnd = segmentEnd(bytes, start)
    if (declaredEnd === null) return null
    const isScan = bytes[start + 1] === START_OF_SCAN
    const end = isScan ? declaredEnd : actualEnd(bytes, start, declaredEnd)
    const length = end - start - 2
    parts.push(Uint8Array.of(MARKER, bytes[start + 1] ?? 0, length >> 8, length & 0xff), bytes.subarray(start + 4, end))
    isMended ||= start !== at || end !== declaredEnd
    if (isScan) return { parts, scanAt: end, isMended }
    at = end
  }
  return null
}

/** The next segment at or after `from`; null if the picture ends first. */
function findMarker(bytes: Uint8Array, from: number): number | null {
  const limit = Math.min(bytes.length - 3, from + MAX_JUNK_BYTES)
  for (let at = from; at < limit; at++) {
    if (bytes[at] !== MARKER) continue
    if (isSegment(bytes[at + 1])) return at
    if (bytes[at + 1] === END_OF_IMAGE) return null
  }
  return null
}

function segmentEnd(bytes: Uint8Array, start: number): number | null {
  const length = lengthAt(bytes, start + 2)
  const end = start + 2 + length
  return length >= 2 && end <= bytes.length ? end : null
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0)
}

/**
 * The end of a segment: the declared end if a marker starts there. Otherwise a marker a few bytes earlier that starts a valid segment.
 * Without one, the declared end.
 */
function actualEnd(bytes: Uint8Array, start: number, declaredEnd: number): number {
  if (isMarkerAt(bytes, declaredEnd)) return declaredEnd
  for (let at = declaredEnd - 1; at >= Math.max(start + 4, declaredEnd - MAX_EXCESS_BYTES); at--) {
    if (bytes[at] !== MARKER || !isSegment(bytes[at + 1])) continue
    const nextEnd = segmentEnd(bytes, at)
    if (nextEnd !== null && (bytes[at + 1] === START_OF_SCAN || isMarkerAt(bytes, nextEnd))) return at
  }
  return declaredEnd
}

/** Whether a marker starts here. Fill bytes may precede it; they equal a marker's first byte. */
function isMarkerAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === MARKER && (isSegment(bytes[at + 1]) || bytes[at + 1] === MARKER)
}

/** Markers with a length: frames, tables, scans, application data and comments. */
function isSegment(marker = 0): boolean {
  return (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= START_OF_SCAN && marker <= 0xef) || marker === 0xfe
}

function hasEnd(scan: Uint8Array): boolean {
  for (let at = scan.lastIndexOf(END_OF_IMAGE); at > 0; at = scan.lastIndexOf(END_OF_IMAGE, at - 1)) {
    if (scan[at - 1] === MARKER) return true
  }
  return false
}

/** Whether the scans contain, for each component of the frame, the lowest bit of its first and of its last coefficient. */
function hasAllScans(bytes: Uint8Array, { parts, scanAt }: Header): boolean {
  const components = new Set(parts.flatMap((part, i) => (isFrame(parts[i - 1]) ? componentsOf(part) : [])))
  const componentsWithFirst = new Set<number>()
  const componentsWithLast = new Set<number>()
  for (let at: number | null = scanAt - lastLength(parts); at !== null; at = findScan(bytes, at)) {
    const count = bytes[at + 4] ?? 0
    const spectrum = at + 5 + 2 * count
    const isLowestBit = ((bytes[spectrum + 2] ?? 0) & 15) === 0
    for (let i = 0; i < (isLowestBit ? count : 0); i++) {
      const component = bytes[at + 5 + 2 * i] ?? 0
      if (bytes[spectrum] === 0) componentsWithFirst.add(component)
      if (bytes[spectrum + 1] === 63) componentsWithLast.add(component)
    }
  }
  return (
    components.size > 0 && [...components].every((component) => componentsWithFirst.has(component) && componentsWithLast.has(component))
  )
}

function lastLength(parts: readonly Uint8Array[]): number {
  return 4 + (parts.at(-1)?.length ?? 0)
}

/** Whether these are the first four bytes of a frame header. */
function isFrame(start?: Uint8Array): boolean {
  const marker = start?.length === 4 ? (start[1] ?? 0) : 0
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function componentsOf(frame: Uint8Array): number[] {
  return Array.from({ length: frame[5] ?? 0 }, (_, i) => frame[6 + 3 * i] ?? 0)
}

/** The next scan after the scan at `start`; null if there is none. */
function findScan(bytes: Uint8Array, start: number): number | null {
  let at = segmentEnd(bytes, start)
  while (at !== null) {
    at = bytes.indexOf(MARKER, at)
    if (at < 0) return null
    const marker = bytes[at + 1]
    if (marker === START_OF_SCAN) return segmentEnd(bytes, at) === null ? null : at
    at = isSegment(marker) ? segmentEnd(bytes, at) : at + 1
  }
  return null
}
