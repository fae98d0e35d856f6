import { createHash } from 'node:crypto'

export const PARALLEL_REQUESTS = 16

/** Repeats `work(client)` on parallel clients, on each until a call returns false. Returns the calls a second, and the ms of each call. */
export async function measure(work) {
  const times = []
  const startedMs = performance.now()
  async function client(index) {
    for (;;) {
      const requestStartMs = performance.now()
      if ((await work(index)) === false) return
      times.push(performance.now() - requestStartMs)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, (_, index) => client(index)))
  return { perSecond: (times.length * 1000) / (performance.now() - startedMs), times }
}

/** Repeats `work` on parallel clients for `ms` milliseconds and measures it. */
export function measureFor(ms, work) {
  const endMs = performance.now() + ms
  return measure((index) => (performance.now() < endMs ? work(index) : false))
}

export function quantile(times, share) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values) => quantile(values, 0.5)
export const p99 = (values) => quantile(values, 0.99)

/**
 * Sends the recorded statements of a request; a transaction uses one connection. With `isNamed` the database parses each text only once.
 */
export async function replay(pool, statements, isNamed) {
  let client = pool
  for (const { text, values, rowMode } of statements) {
    if (text === 'begin') client = await pool.connect()
    await client.query({ text, values, rowMode, ...(isNamed && values.length > 0 && { name: nameOf(text) }) })
    if (text !== 'commit') continue
    client.release()
    client = pool
  }
}

const names = new Map()

function nameOf(text) {
  const name = names.get(text) ?? createHash('md5').update(text).digest('hex')
  names.set(text, name)
  return name
}
