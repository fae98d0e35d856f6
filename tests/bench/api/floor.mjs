import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openConnection } from './connection.mjs'
import { PARALLEL_REQUESTS, measureFor, median, p99 } from './rounds.mjs'

const CALLS = ['gallery', 'poll', 'balance']

/** Starts a process of bare Hono that answers every request with this JSON value. */
async function startBareHono(value) {
  const child = fork(join(import.meta.dirname, 'bare-hono.mjs'))
  child.send(value)
  const [port] = await once(child, 'message')
  return { port, stop: () => child.kill() }
}

/**
 * Measures the way through the server: frequent calls of the app beside bare Hono with the bytes of the gallery. `sendTo` sends the call
 * `name` of the client `index` to the app. All run by turns, so that they share the machine's load.
 */
export async function measureFloor({ galleryAnswer, sendTo, rounds, ms }) {
  const bareHono = await startBareHono(galleryAnswer)
  const connections = await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, () => openConnection(bareHono.port)))
  const bareRequest = Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const ways = new Map([
    ['bare Hono', () => measureFor(ms, (index) => connections[index].send(bareRequest))],
    ...CALLS.map((name) => [name, () => measureFor(ms, sendTo(name))]),
  ])
  for (const run of ways.values()) await run()
  const results = new Map([...ways.keys()].map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) for (const [name, run] of ways) results.get(name).push(await run())
  for (const connection of connections) connection.close()
  bareHono.stop()
  const shareOf = (name, other) => median(results.get(name).map(({ perSecond }, round) => perSecond / results.get(other)[round].perSecond))
  return [...results].map(([name, measured]) => {
    const times = measured.flatMap((round) => round.times)
    return {
      name,
      perSecond: median(measured.map(({ perSecond }) => perSecond)),
      median: median(times),
      p99: p99(times),
      bareShare: shareOf(name, 'bare Hono'),
      galleryShare: shareOf(name, 'gallery'),
    }
  })
}
