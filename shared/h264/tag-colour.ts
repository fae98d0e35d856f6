/** The H.264 profiles whose SPS has no extra fields after the id. `HIGH_PROFILE` has such fields. */
const PLAIN_PROFILES = new Set([66, 77, 88])
const HIGH_PROFILE = 100
/** The chroma format that is followed by a flag for separate planes. */
const SEPARATE_PLANES = 3
/** The aspect ratio index that is followed by a width and a height of 16 bits. */
const OWN_ASPECT_RATIO = 255
const SPS_LENGTH_AT = 6
const SPS_AT = 8

/** Codes of ITU-T H.273 by the names of WebCodecs. */
const PRIMARIES = new Map([
  ['bt709', 1],
  ['bt470bg', 5],
  ['smpte170m', 6],
  ['bt2020', 9],
  ['smpte432', 12],
])
const TRANSFERS = new Map([
  ['bt709', 1],
  ['smpte170m', 6],
  ['linear', 8],
  ['iec61966-2-1', 13],
  ['pq', 16],
  ['hlg', 18],
])
const MATRICES = new Map([
  ['rgb', 0],
  ['bt709', 1],
  ['bt470bg', 5],
  ['smpte170m', 6],
  ['bt2020-ncl', 9],
])
const UNSPECIFIED = 2

/** A colour space of WebCodecs. */
interface Colour {
  readonly primaries?: string | null
  readonly transfer?: string | null
  readonly matrix?: string | null
  readonly fullRange?: boolean | null
}

/** The bits of the video signal type in the video usability information: an unspecified format, then the range and the colour. */
function signalBits({ primaries, transfer, matrix, fullRange }: Colour): string {
  const codes = [PRIMARIES.get(primaries ?? ''), TRANSFERS.get(transfer ?? ''), MATRICES.get(matrix ?? '')]
  const colourBits = codes.map((code = UNSPECIFIED) => code.toString(2).padStart(8, '0')).join('')
  return `1101${fullRange === true ? 1 : 0}1${colourBits}`
}

/**
 * Adds a colour space to the SPS of an avcC record, unless the SPS has one. The WebAssembly encoder and Firefox’s encoder write none, and
 * players then guess by picture size.
 */
export function tagColour(description: ArrayBufferLike | ArrayBufferView, colour: Colour): Uint8Array<ArrayBuffer> {
  const avcc = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  const view = new DataView(avcc.buffer, avcc.byteOffset, avcc.byteLength)
  const end = SPS_AT + view.getUint16(SPS_LENGTH_AT)
  const sps = tagSps(avcc.subarray(SPS_AT, end), colour)
  const taggedRecord = new Uint8Array([...avcc.subarray(0, SPS_AT), ...sps, ...avcc.subarray(end)])
  new DataView(taggedRecord.buffer).setUint16(SPS_LENGTH_AT, sps.length)
  return taggedRecord
}

function tagSps(sps: Uint8Array, colour: Colour): Uint8Array {
  const [header = 0, profile = 0] = sps
  if (!PLAIN_PROFILES.has(profile) && profile !== HIGH_PROFILE) return sps
  const bits = [...withoutGuards(sps.subarray(1))].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const flagAt = findUsabilityFlag(bits, profile === HIGH_PROFILE)
  if (flagAt === null) return sps
  const taggedBits =
    bits[flagAt] === '1' ? addSignal(bits, flagAt, signalBits(colour)) : `${bits.slice(0, flagAt)}100${signalBits(colour)}0000001`
  if (taggedBits === null) return sps
  const bytes = taggedBits.match(/.{1,8}/g) ?? []
  return new Uint8Array([header, ...withGuards(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))])
}

/** Adds the video signal to video usability information; null if the information has a video signal already. */
function addSignal(bits: string, flagAt: number, signal: string): string | null {
  let at = flagAt + 1
  const readFlag = () => bits[at++] === '1'
  if (readFlag()) {
    const isOwnRatio = Number.parseInt(bits.slice(at, at + 8), 2) === OWN_ASPECT_RATIO
    at += isOwnRatio ? 40 : 8
  }
  if (readFlag()) readFlag()
  if (readFlag()) return null
  // The last 1 ends the parameters. Zeros after it fill the byte.
  return `${bits.slice(0, at - 1)}${signal}${bits.slice(at, bits.lastIndexOf('1') + 1)}`
}

/** The position of the flag for video usability information (VUI) in an SPS; null in a layout that is not parsed here. */
function findUsabilityFlag(bits: string, isHighProfile: boolean): number | null {
  let at = 24
  const readFlag = () => bits[at++] === '1'
  const readNumber = () => {
    const zeros = bits.indexOf('1', at) - at
    at += 2 * zeros + 1
    return Number.parseInt(bits.slice(at - zeros - 1, at), 2) - 1
  }
  readNumber()
  if (isHighProfile) {
    if (readNumber() === SEPARATE_PLANES) return null
    readNumber()
    readNumber()
    readFlag()
    const hasScalingLists = readFlag()
    if (hasScalingLists) return null
  }
  readNumber()
  const orderType = readNumber()
  if (orderType === 1) return null
  if (orderType === 0) readNumber()
  readNumber()
  readFlag()
  readNumber()
  readNumber()
  if (!readFlag()) readFlag()
  readFlag()
  if (readFlag()) for (let side = 0; side < 4; side++) readNumber()
  return at
}

/** Removes emulation prevention bytes: the 3 after two zero bytes. */
function withoutGuards(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0))
}

function withGuards(bytes: readonly number[]): number[] {
  const guardedBytes: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && guardedBytes.at(-1) === 0 && guardedBytes.at(-2) === 0) guardedBytes.push(3)
    guardedBytes.push(byte)
  }
  return guardedBytes
}
