import { randomBytes } from 'node:crypto'

const ID_BYTES = 16

/** 128 random bits in hex. */
export function makeId(): string {
  return randomBytes(ID_BYTES).toString('hex')
}
