const LENGTH_BYTES = 4
const UNIT_TYPE = 0x1f
const SPS = 7
const PPS = 8
const HIGH_PROFILE = 100
/** The reserved bits of an avcC record are ones: those before the length size, the SPS count, and the formats of a High profile. */
const LENGTH_SIZE = 0xfc | (LENGTH_BYTES - 1)
const SPS_COUNT = 0xe0
const FORMATS_4_2_0_8_BIT = [0xfd, 0xf8, 0xf8, 0]

/** A packet whose parameter sets were moved to a record. */
interface SplitPacket {
  readonly data: Uint8Array
  /** The avcC record of the parameter sets; null for a packet without an SPS. */
  readonly record: Uint8Array<ArrayBuffer> | null
}

/**
 * Moves the parameter sets of an H.264 packet to an avcC record, for 8-bit 4:2:0 video with unit lengths of 4 bytes. Firefox 153 repeats
 * the header of each set in its own record; other decoders reject that.
 */
export function splitParameters(packet: Uint8Array): SplitPacket {
  const units = unitsOf(packet)
  const isSet = (unit: Uint8Array) => [SPS, PPS].includes(typeOf(unit))
  if (!units.some((unit) => typeOf(unit) === SPS)) return { data: packet, record: null }
  const record = recordOf(
    units.filter((unit) => typeOf(unit) === SPS),
    units.filter((unit) => typeOf(unit) === PPS),
  )
  return {
    data: joinUnits(
      units.filter((unit) => !isSet(unit)),
      LENGTH_BYTES,
    ),
    record,
  }
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & UNIT_TYPE
}

function unitsOf(packet: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
  const units: Uint8Array[] = []
  for (let at = 0; at + LENGTH_BYTES < packet.length;) {
    const end = at + LENGTH_BYTES + view.getUint32(at)
    units.push(packet.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return units
}

function recordOf(spsUnits: readonly Uint8Array[], ppsUnits: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [, profile = 0, constraints = 0, level = 0] = spsUnits[0] ?? []
  const head = [1, profile, constraints, level, LENGTH_SIZE, SPS_COUNT | spsUnits.length]
  const formats = profile === HIGH_PROFILE ? FORMATS_4_2_0_8_BIT : []
  return Uint8Array.from([...head, ...joinUnits(spsUnits, 2), ppsUnits.length, ...joinUnits(ppsUnits, 2), ...formats])
}

/** Joins units, each after its length. */
function joinUnits(units: readonly Uint8Array[], lengthBytes: 2 | 4): Uint8Array<ArrayBuffer> {
  const joinedBytes = new Uint8Array(units.reduce((sum, { length }) => sum + lengthBytes + length, 0))
  const view = new DataView(joinedBytes.buffer)
  let at = 0
  for (const unit of units) {
    if (lengthBytes === 2) view.setUint16(at, unit.length)
    else view.setUint32(at, unit.length)
    joinedBytes.set(unit, at + lengthBytes)
    at += lengthBytes + unit.length
  }
  return joinedBytes
}
