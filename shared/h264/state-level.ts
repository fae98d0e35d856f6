/** A row of ITU-T H.264, Table A-1. */
interface Level {
  /** `level_idc`: ten times the level's number. */
  readonly id: number
  readonly macroblocksPerSecond: number
  readonly frameMacroblocks: number
  readonly kilobitsPerSecond: number
  /** The size of the coded picture buffer, which must fit each whole frame. */
  readonly bufferKilobits: number
}

const LEVELS: readonly Level[] = [
  toLevel(10, 1485, 99, 64, 175),
  toLevel(11, 3000, 396, 192, 500),
  toLevel(12, 6000, 396, 384, 1000),
  toLevel(13, 11_880, 396, 768, 2000),
  toLevel(20, 11_880, 396, 2000, 2000),
  toLevel(21, 19_800, 792, 4000, 4000),
  toLevel(22, 20_250, 1620, 4000, 4000),
  toLevel(30, 40_500, 1620, 10_000, 10_000),
  toLevel(31, 108_000, 3600, 14_000, 14_000),
  toLevel(32, 216_000, 5120, 20_000, 20_000),
  toLevel(40, 245_760, 8192, 20_000, 25_000),
  toLevel(41, 245_760, 8192, 50_000, 62_500),
  toLevel(42, 522_240, 8704, 50_000, 62_500),
  toLevel(50, 589_824, 22_080, 135_000, 135_000),
  toLevel(51, 983_040, 36_864, 240_000, 240_000),
  toLevel(52, 2_073_600, 36_864, 240_000, 240_000),
]

const MACROBLOCK_PX = 16
const BITS_PER_BYTE = 8

function toLevel(
  id: number,
  macroblocksPerSecond: number,
  frameMacroblocks: number,
  kilobitsPerSecond: number,
  bufferKilobits: number,
): Level {
  return { id, macroblocksPerSecond, frameMacroblocks, kilobitsPerSecond, bufferKilobits }
}

/** The load of a video on a decoder. */
export interface DecoderLoad {
  /** The size of the picture in px. */
  readonly width: number
  readonly height: number
  readonly framesPerSecond: number
  /** The size of each frame in bytes, in decoding order. */
  readonly frameSizes: readonly number[]
}

/** The lowest `level_idc` for a video's size, rate and bits; the highest of the table if none suffices. */
export function neededLevel({ width, height, framesPerSecond, frameSizes }: DecoderLoad): number {
  const sides = [width, height].map((side) => Math.ceil(side / MACROBLOCK_PX))
  const macroblocks = sides.reduce((product, side) => product * side, 1)
  const frameKilobits = Math.max(0, ...frameSizes) * (BITS_PER_BYTE / 1000)
  const peakKilobits = peakSecondBytes(frameSizes, framesPerSecond) * (BITS_PER_BYTE / 1000)
  const isLevelEnough = (row: Level) =>
    macroblocks <= row.frameMacroblocks &&
    Math.max(...sides) <= Math.sqrt(8 * row.frameMacroblocks) &&
    macroblocks * framesPerSecond <= row.macroblocksPerSecond &&
    peakKilobits <= row.kilobitsPerSecond &&
    frameKilobits <= row.bufferKilobits
  return (LEVELS.find(isLevelEnough) ?? LEVELS.at(-1) ?? { id: 0 }).id
}

function peakSecondBytes(sizes: readonly number[], framesPerSecond: number): number {
  let [secondBytes, peakBytes] = [0, 0]
  for (const [at, size] of sizes.entries()) {
    secondBytes += size - (sizes[at - framesPerSecond] ?? 0)
    peakBytes = Math.max(peakBytes, secondBytes)
  }
  return peakBytes
}

/**
 * Raises the level in an MP4's H.264 parameters to the level that its frames need. Encoders choose a level by size or planned bitrate,
 * which can be too low.
 */
export function stateLevel(mp4: Uint8Array, framesPerSecond: number): void {
  const file = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength)
  for (const track of boxesIn(boxesIn(file, 'moov')[0], 'trak')) {
    const table = TABLE_PATH.reduce<DataView | undefined>((parentBox, type) => boxesIn(parentBox, type)[0], track)
    const [entry] = boxesIn(boxesIn(table, 'stsd')[0], 'avc1', ENTRIES_AT)
    const [record] = boxesIn(entry, 'avcC', CHILDREN_AT)
    const [sizes] = boxesIn(table, 'stsz')
    if (entry === undefined || record === undefined || sizes === undefined) continue
    const size = { width: entry.getUint16(WIDTH_AT), height: entry.getUint16(WIDTH_AT + 2) }
    raiseLevel(record, neededLevel({ ...size, framesPerSecond, frameSizes: readSizes(sizes) }))
  }
}

const TABLE_PATH = ['mdia', 'minf', 'stbl']
/** Offsets within the boxes of ISO/IEC 14496-12 and 14496-15, in bytes. */
const BOX_HEADER = 8
const ENTRIES_AT = 8
const WIDTH_AT = 24
const CHILDREN_AT = 78
const LEVEL_AT = 3
const PARAMETERS_AT = 5

function boxesIn(parent: DataView | undefined, type: string, from = 0): DataView[] {
  const boxes: DataView[] = []
  if (parent === undefined) return boxes
  for (let at = from; at + BOX_HEADER <= parent.byteLength; at += Math.max(BOX_HEADER, parent.getUint32(at))) {
    const name = String.fromCodePoint(...Array.from({ length: 4 }, (_, i) => parent.getUint8(at + 4 + i)))
    const start = parent.byteOffset + at + BOX_HEADER
    if (name === type) boxes.push(new DataView(parent.buffer, start, parent.getUint32(at) - BOX_HEADER))
  }
  return boxes
}

function readSizes(box: DataView): readonly number[] {
  const [size, count] = [box.getUint32(4), box.getUint32(8)]
  return Array.from({ length: count }, (_, i) => (size > 0 ? size : box.getUint32(12 + 4 * i)))
}

function raiseLevel(record: DataView, neededLevelId: number): void {
  if (record.getUint8(LEVEL_AT) >= neededLevelId) return
  record.setUint8(LEVEL_AT, neededLevelId)
  let at = PARAMETERS_AT + 1
  for (let remainingSets = record.getUint8(PARAMETERS_AT) & 0x1f; remainingSets > 0; remainingSets--) {
    // The level has the same offset as in the record, because the unit's header is one byte, like the record's version.
    record.setUint8(at + 2 + LEVEL_AT, neededLevelId)
    at += 2 + record.getUint16(at)
  }
}
