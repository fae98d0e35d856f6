import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND_FACTOR_LENGTH, SECOND_FACTOR_STEP_MS, SECOND_FACTOR_STEPS_APART } from '#shared/domain/account-rules.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_OF_LETTER = 5
const COUNTER_BYTES = 8
const ISSUER = 'Kinora'

/** The code of a step by RFC 6238, with SHA-1, which every authenticator app knows. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(COUNTER_BYTES)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0x0f
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** SECOND_FACTOR_LENGTH).padStart(SECOND_FACTOR_LENGTH, '0')
}

/** The step whose code this is, now or as far away as clocks may be; undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / SECOND_FACTOR_STEP_MS)
  const steps = Array.from({ length: 2 * SECOND_FACTOR_STEPS_APART + 1 }, (_, index) => now - SECOND_FACTOR_STEPS_APART + index)
  return steps.findLast((step) => isSame(totpCode(secret, step), code))
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** Bytes as people type them into an authenticator app. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(new RegExp(`.{1,${BITS_OF_LETTER}}`, 'g')) ?? []
  return letters.map((group) => BASE32[Number.parseInt(group.padEnd(BITS_OF_LETTER, '0'), 2)]).join('')
}

/** The address in the QR code of a set-up. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER })
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query.toString()}`
}
