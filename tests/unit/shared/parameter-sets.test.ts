import { expect, it } from 'vitest'
import { splitParameters } from '#shared/h264/parameter-sets.ts'
import { tagColour } from '#shared/h264/tag-colour.ts'

const bytesOf = (hex: string) => Uint8Array.from(hex.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16))
const hexOf = (bytes: Uint8Array | null) => Array.from(bytes ?? [], (byte) => byte.toString(16).padStart(2, '0')).join(' ')

/** The parameter sets that Firefox 153 writes for a High stream of 640 × 360. */
const SPS = '67 64 00 1e ac d9 40 a0 2f f9 61 00 00 03 00 01 00 1e 84 80 0f 16 2d 96'
const PPS = '68 eb ec b2 2c'
const SLICE = '65 88 84 00'
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false }

it('moves the parameter sets of a packet to a record', () => {
  const { data, record } = splitParameters(bytesOf(`00 00 00 18 ${SPS} 00 00 00 05 ${PPS} 00 00 00 04 ${SLICE}`))
  expect(hexOf(data)).toBe(`00 00 00 04 ${SLICE}`)
  expect(hexOf(record)).toBe(`01 64 00 1e ff e1 00 18 ${SPS} 01 00 05 ${PPS} fd f8 f8 00`)
})

it('leaves out the formats of a record that is not High', () => {
  const { record } = splitParameters(bytesOf(`00 00 00 04 67 42 c0 1e 00 00 00 02 68 cb`))
  expect(hexOf(record)).toBe('01 42 c0 1e ff e1 00 04 67 42 c0 1e 01 00 02 68 cb')
})

it('leaves a packet without parameter sets as it is', () => {
  const packet = bytesOf('00 00 00 04 41 9a 21 6c')
  expect(splitParameters(packet)).toEqual({ data: packet, record: null })
})

it('adds the colour to usability information that has none, once', () => {
  const { record } = splitParameters(bytesOf(`00 00 00 18 ${SPS} 00 00 00 05 ${PPS}`))
  const taggedRecord = tagColour(record!, BT709)
  // The added bits: 1 (a signal type follows), 101 (unspecified format), 0 (limited range), 1 (colours follow), then primaries, transfer
  // and matrix, each 1 (Rec. 709) in 8 bits.
  const bits = Array.from(taggedRecord.subarray(8), (byte) => byte.toString(2).padStart(8, '0')).join('')
  expect(bits).toContain('1101010000000100000001000000010')
  expect(taggedRecord.length).toBe(record!.length + 4)
  expect(tagColour(taggedRecord, BT709)).toEqual(taggedRecord)
})
