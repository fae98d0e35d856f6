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
  hash(password: string, queue: HashQueue): Promise<Answer<string>>
  /** Compares a password with a hash. Without a hash the duration is the same, so it does not reveal whether there is one. */
  matches(password: string, hash: string | null, queue: HashQueue): Promise<Answer<boolean>>
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
const DEFAULT_COST: HashCost = { N: 2 ** 15, r: 8, p: 3 }
const MAX_MEMORY = 64 * 1024 * 1024
const QUEUE_FULL = refuse('H4022', undefined, RETRY_AFTER_MS)
const SALT_BYTES = 16
const HASH_BYTES = 32
const HASH_PATTERN = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([0-9a-f]+)\$([0-9a-f]+)$/
const DUMMY_HASH = `${'0'.repeat(2 * SALT_BYTES)}$${'0'.repeat(2 * HASH_BYTES)}`

export interface HashCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

type Derive = typeof deriveByScrypt

/** scrypt with a salt per password. The cost is stored with the hash, so it can be raised later. */
export function createPasswordHashing(cost: HashCost = DEFAULT_COST, derive: Derive = deriveByScrypt): PasswordHashing {
  const prefix = `scrypt$${cost.N}$${cost.r}$${cost.p}$`
  const limiter = createKeyedLimiter(HASHES_AT_ONCE, MAX_WAITING)
  return {
    async hash(password, queue) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await limiter.run(queue, () => derive(password, salt, cost))
      if (!hash.ok) return QUEUE_FULL
      return ok(`${prefix}${salt.toString('hex')}$${hash.value.toString('hex')}`)
    },
    async matches(password, storedHash, queue) {
      const [, n, r, p, salt = '', hashHex = ''] = HASH_PATTERN.exec(storedHash ?? prefix + DUMMY_HASH) ?? []
      const expectedHash = Buffer.from(hashHex, 'hex')
      const storedCost = { N: Number(n), r: Number(r), p: Number(p) }
      const derivedHash = await limiter.run(queue, () => derive(password, Buffer.from(salt, 'hex'), storedCost))
      if (!derivedHash.ok) return QUEUE_FULL
      return ok(storedHash !== null && timingSafeEqual(derivedHash.value, expectedHash))
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
  run<T>(queue: HashQueue, work: () => Promise<T>): Promise<Result<T, 'dropped'>>
}

interface Job {
  readonly begin: () => Promise<void>
  readonly drop: () => void
}

/** The waiting jobs of known callers, or of strangers, by key: `newKeys` had no turn yet, `servedKeys` already had one. */
interface WaitingJobs {
  readonly newKeys: Map<string, Job[]>
  readonly servedKeys: Map<string, Job[]>
}

/**
 * Runs at most `maxRunning` jobs, and one per key, so a flood from one caller delays only that caller. Known callers and strangers
 * alternate. Keys without a turn go first, the newest first: in a flood, the clients of older keys have given up. Keys that had a turn
 * follow, one job each in turn. If more than `maxWaiting` jobs wait, `dropLast` drops one of them.
 */
export function createKeyedLimiter(maxRunning: number, maxWaiting: number): KeyedLimiter {
  const knownCallers: WaitingJobs = { newKeys: new Map(), servedKeys: new Map() }
  const strangers: WaitingJobs = { newKeys: new Map(), servedKeys: new Map() }
  const busyKeys = new Set<string>()
  let nextGroup = knownCallers
  let waitingCount = 0

  function startNext(): void {
    while (busyKeys.size < maxRunning) {
      const otherGroup = nextGroup === knownCallers ? strangers : knownCallers
      const group = [nextGroup, otherGroup].find((candidate) => nextKey(candidate) !== undefined)
      const key = group && nextKey(group)
      if (group === undefined || key === undefined) return
      nextGroup = group === knownCallers ? strangers : knownCallers
      void runTurn(group, key)
    }
  }

  function nextKey({ newKeys, servedKeys }: WaitingJobs): string | undefined {
    return [...newKeys.keys()].at(-1) ?? [...servedKeys.keys()].find((name) => !busyKeys.has(name))
  }

  async function runTurn({ newKeys, servedKeys }: WaitingJobs, key: string): Promise<void> {
    const [firstJob, ...otherJobs] = newKeys.get(key) ?? servedKeys.get(key) ?? []
    newKeys.delete(key)
    servedKeys.delete(key)
    if (otherJobs.length > 0) servedKeys.set(key, otherJobs)
    busyKeys.add(key)
    waitingCount -= 1
    await firstJob?.begin()
    busyKeys.delete(key)
    startNext()
  }

  /**
   * Drops a job of the key with the most jobs; if several keys have as many, of the oldest key. Strangers lose jobs before known keys, and
   * keys that already had a turn before new keys.
   */
  function dropLast(): void {
    const { newKeys, servedKeys } = strangers.newKeys.size + strangers.servedKeys.size > 0 ? strangers : knownCallers
    const queues = servedKeys.size > 0 ? servedKeys : newKeys
    const [[key, jobs] = ['', []]] = [...queues].toSorted(([, one], [, other]) => other.length - one.length)
    const lastJob = jobs.at(-1)
    if (jobs.length > 1) queues.set(key, jobs.slice(0, -1))
    else queues.delete(key)
    waitingCount -= 1
    lastJob?.drop()
  }

  return {
    run: ({ name, isKnown }, work) =>
      new Promise((resolve, reject) => {
        const { newKeys, servedKeys } = isKnown ? knownCallers : strangers
        const queues = busyKeys.has(name) || servedKeys.has(name) ? servedKeys : newKeys
        const begin = async () => {
          try {
            resolve(ok(await work()))
          } catch (error) {
            reject(error)
          }
        }
        queues.set(name, [...(queues.get(name) ?? []), { begin, drop: () => resolve(fail('dropped')) }])
        waitingCount += 1
        startNext()
        if (waitingCount > maxWaiting) dropLast()
      }),
  }
}
