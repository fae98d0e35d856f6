import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { within } from '#server/net/within.ts'
import { neverAborted } from '#shared/never-aborted.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('ends work that hangs, also after garbage collections', async () => {
  const collectTimer = setInterval(collectGarbage, 20)
  await expect(within(200, neverAborted(), untilAborted)).rejects.toThrow('not done within 200 ms')
  clearInterval(collectTimer)
})

it('passes on an abort with its reason, and the result of the work', async () => {
  const stop = new AbortController()
  const work = within(60_000, stop.signal, untilAborted)
  stop.abort(new Error('stopping'))
  await expect(work).rejects.toThrow('stopping')
  expect(await within(60_000, neverAborted(), async () => 7)).toBe(7)
})
