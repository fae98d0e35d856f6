import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import { normalizePassword } from '#shared/domain/password-rule.ts'
import { type Result, fail } from '#shared/result.ts'

/** The queue in which a password waits to be hashed: one per account for known callers, else one per address. */
export interface HashQueue {
  readonly name: string
  readonly isKnown: boolean
}

/** Hashes passwords. Hashing is slow on purpose, so only a few run at once, and only one per queue. H4022 if too many wait; retry later. */
export interface PasswordHashing {
  hash(password: string, lane: HashQueue): Promise<Answer<string>>
  /** Compares a password with a hash. Without a hash the duration is the same, so it does not reveal whether there is one. */
  matches(password: string, hash: string | null, lane: HashQueue): Promise<Answer<boolean>>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly hashing: PasswordHashing
  }
}

/** Two hashes at once leave CPU for the rest of the process. */
export const HASHES_AT_ONCE = 2
/** The maximum number of waiting passwords, about a minute of work: clients give up longer waits. */
export const MAX_WAITING = 300
const RETRY_AFTER_MS = 60_000
/** One hash needs 32 MB and about a third of a second. Of the commonly recommended scrypt parameters, these need the least memory. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY = 64 * 1024 * 1024
const TOO_MANY = refuse('H4022', undefined, RETRY_AFTER_MS)
const SALT_BYTES = 16
const HASH_BYTES = 32
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([0-9a-f]+)\$([0-9a-f]+)$/
const NO_HASH = `${'0'.repeat(2 * SALT_BYTES)}$${'0'.repeat(2 * HASH_BYTES)}`

export interface HashCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

type Derive = typeof deriveByScrypt

/** scrypt with a salt per password. The cost is stored with the hash, so it can be raised later. */
export function createPasswordHashing(cost: HashCost = COST, derive: Derive = deriveByScrypt): PasswordHashing {
  const prefix = `scrypt$${cost.N}$${cost.r}$${cost.p}$`
  const queue = createKeyedLimiter(HASHES_AT_ONCE, MAX_WAITING)
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
    scrypt(normalizePassword(password), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

interface KeyedLimiter {
  /** Runs `work` when it is the turn of its queue; `dropped` if too much work waits. */
  run<T>(lane: HashQueue, work: () => Promise<T>): Promise<Result<T, 'dropped'>>
}

interface Job {
  readonly begin: () => Promise<void>
  readonly drop: () => void
}

/**
 * The waiting jobs of known callers, or of strangers, by key. `fresh`: keys that had no turn yet. `served`: keys that already had a turn.
 */
interface Line {
  readonly fresh: Map<string, Job[]>
  readonly served: Map<string, Job[]>
}

/**
 * Runs at most `atOnce` jobs, and one per key, so a flood from one caller delays only that caller. Known keys and strangers alternate.
 * New keys go first, the newest first: in a flood, the clients of older keys have given up. Older keys follow, with one turn each.
 * If more than `maxWaiting` jobs wait, the last job in this order is dropped.
 */
export function createKeyedLimiter(atOnce: number, maxWaiting: number): KeyedLimiter {
  const known: Line = { fresh: new Map(), served: new Map() }
  const strangers: Line = { fresh: new Map(), served: new Map() }
  const busy = new Set<string>()
  let turn = known
  let waiting = 0

  function next(): void {
    while (busy.size < atOnce) {
      const other = turn === known ? strangers : known
      const line = [turn, other].find((each) => nextLane(each) !== undefined)
      const lane = line && nextLane(line)
      if (line === undefined || lane === undefined) return
      turn = line === known ? strangers : known
      void runTurn(line, lane)
    }
  }

  function nextLane({ fresh, served }: Line): string | undefined {
    return [...fresh.keys()].at(-1) ?? [...served.keys()].find((name) => !busy.has(name))
  }

  async function runTurn({ fresh, served }: Line, lane: string): Promise<void> {
    const [first, ...rest] = fresh.get(lane) ?? served.get(lane) ?? []
    fresh.delete(lane)
    served.delete(lane)
    if (rest.length > 0) served.set(lane, rest)
    busy.add(lane)
    waiting -= 1
    await first?.begin()
    busy.delete(lane)
    next()
  }

  /**
   * Drops a job of the key with the most jobs; if several keys have as many, of the oldest key. Strangers lose jobs before known keys, and
   * keys that already had a turn before new keys.
   */
  function dropLast(): void {
    const { fresh, served } = strangers.fresh.size + strangers.served.size > 0 ? strangers : known
    const line = served.size > 0 ? served : fresh
    const [[lane, jobs] = ['', []]] = [...line].toSorted(([, one], [, other]) => other.length - one.length)
    const last = jobs.at(-1)
    if (jobs.length > 1) line.set(lane, jobs.slice(0, -1))
    else line.delete(lane)
    waiting -= 1
    last?.drop()
  }

  return {
    run: ({ name, isKnown }, work) =>
      new Promise((resolve, reject) => {
        const { fresh, served } = isKnown ? known : strangers
        const line = busy.has(name) || served.has(name) ? served : fresh
        const begin = async () => {
          try {
            resolve(ok(await work()))
          } catch (error) {
            reject(error)
          }
        }
        line.set(name, [...(line.get(name) ?? []), { begin, drop: () => resolve(fail('dropped')) }])
        waiting += 1
        next()
        if (waiting > maxWaiting) dropLast()
      }),
  }
}
