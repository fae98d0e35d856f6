import type { PasswordHashing } from '#server/services/context/context.ts'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/services/context/failure.ts'
import { ok } from '#shared/result.ts'
import { createLaneQueue } from './lane-queue.ts'

/** Two at once leave the rest of the process room to answer. */
export const HASHES_AT_ONCE = 2
/** About a minute's work: later than that nobody waits for an answer any more. */
export const MAX_WAITING = 300
const RETRY_AFTER_MS = 60_000
/** 32 MB and about a third of a second each: what the usual advice for scrypt asks for with the least memory. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY = 64 * 1024 * 1024
const TOO_MANY = refuse('H4022', undefined, RETRY_AFTER_MS)
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([0-9a-f]+)\$([0-9a-f]+)$/
const NO_HASH = `${'0'.repeat(2 * SALT_BYTES)}$${'0'.repeat(2 * HASH_BYTES)}`

/** What scrypt is asked for. */
export interface HashCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

type Derive = typeof deriveByScrypt

/** scrypt with a salt for each password; the cost is kept beside the hash, so that it can be raised later. */
export function createPasswordHashing(cost: HashCost = COST, derive: Derive = deriveByScrypt): PasswordHashing {
  const prefix = `scrypt$${cost.N}$${cost.r}$${cost.p}$`
  const queue = createLaneQueue(HASHES_AT_ONCE, MAX_WAITING)
  return {
    async hash(password, lane) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await queue.run(lane, () => derive(password, salt, cost))
      if (!hash.ok) return TOO_MANY
      return ok(`${prefix}${salt.toString('hex')}$${hash.value.toString('hex')}`)
    },
    async matches(password, stored, lane) {
      const [, n, r, p, salt = '', hash = ''] = FORM.exec(stored ?? prefix + NO_HASH) ?? []
      const expected = Buffer.from(hash, 'hex')
      const paid = { N: Number(n), r: Number(r), p: Number(p) }
      const derived = await queue.run(lane, () => derive(password, Buffer.from(salt, 'hex'), paid))
      if (!derived.ok) return TOO_MANY
      return ok(stored !== null && timingSafeEqual(derived.value, expected))
    },
  }
}

export function deriveByScrypt(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
