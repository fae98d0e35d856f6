/** An SPS of these profiles has the plain layout that is read here; the others come from encoders that tag by themselves. */
const PLAIN_PROFILES = new Set([66, 77, 88])
const SPS_LENGTH_AT = 6
const SPS_AT = 8

/** Video usability information that tells only: any format, limited range; primaries, transfer and matrix of Rec. 709. */
const COLOUR_ONLY = `00110101${'00000001'.repeat(3)}000000`

/**
 * An avcC record whose sequence parameters say Rec. 709, limited range; one that says anything already stays as it is.
 * The encoder in WebAssembly says nothing, and players then guess by the size of the picture.
 */
export function tagColour(avcc: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(avcc.buffer, avcc.byteOffset, avcc.byteLength)
  const end = SPS_AT + view.getUint16(SPS_LENGTH_AT)
  const sps = tagSps(avcc.subarray(SPS_AT, end))
  const tagged = new Uint8Array([...avcc.subarray(0, SPS_AT), ...sps, ...avcc.subarray(end)])
  new DataView(tagged.buffer).setUint16(SPS_LENGTH_AT, sps.length)
  return tagged
}

function tagSps(sps: Uint8Array): Uint8Array {
  const [header = 0, profile = 0] = sps
  if (!PLAIN_PROFILES.has(profile)) return sps
  const bits = [...withoutGuards(sps.subarray(1))].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const flagAt = findUsabilityFlag(bits)
  if (flagAt === null || bits[flagAt] === '1') return sps
  const written = `${bits.slice(0, flagAt)}1${COLOUR_ONLY}1`
  const bytes = written.match(/.{1,8}/g) ?? []
  return new Uint8Array([header, ...withGuards(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))])
}

/** Where the bit stands that says whether usability information follows; null in a layout that is not read here. */
function findUsabilityFlag(bits: string): number | null {
  let at = 24
  const flag = () => bits[at++] === '1'
  const number = () => {
    const zeros = bits.indexOf('1', at) - at
    at += 2 * zeros + 1
    return Number.parseInt(bits.slice(at - zeros - 1, at), 2) - 1
  }
  number()
  number()
  const order = number()
  if (order === 1) return null
  if (order === 0) number()
  number()
  flag()
  number()
  number()
  if (!flag()) flag()
  flag()
  if (flag()) for (let side = 0; side < 4; side++) number()
  return at
}

/** Takes out the 3 behind two zero bytes, which keeps a start code from appearing inside. */
function withoutGuards(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0))
}

function withGuards(bytes: readonly number[]): number[] {
  const guarded: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && guarded.at(-1) === 0 && guarded.at(-2) === 0) guarded.push(3)
    guarded.push(byte)
  }
  return guarded
}
