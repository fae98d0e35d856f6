import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabasePaused } from '#server/database/database.ts'
import { type Instance, openReopening } from '#server/database/reopening-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Makes a source of fake database instances, with a list of all opened instances and a set of those in use. */
function createInstances() {
  const openedInstances: Instance[] = []
  const liveInstances = new Set<Instance>()
  const listen = vi.fn<PGlite['listen']>(async () => async () => undefined)
  async function open(onStop: (pause: DatabasePaused) => void): Promise<Instance> {
    const client = { listen, close: async () => undefined } as unknown as PGlite
    const instance: Instance = {
      client,
      stop(cause) {
        if (liveInstances.delete(instance)) onStop(new DatabasePaused(cause))
      },
    }
    openedInstances.push(instance)
    liveInstances.add(instance)
    return instance
  }
  return { openedInstances, liveInstances, listen, open }
}

it('a database that opens again without its events is stopped before the next one is opened on its files', async () => {
  const { openedInstances, liveInstances, listen, open } = createInstances()
  const onResume = vi.fn()
  const client = await openReopening({ open, findUnwritable: () => undefined, onPause: () => undefined, onResume })
  await client.listen('events', { onPayload: () => undefined, onGap: () => undefined })
  listen.mockRejectedValueOnce(new Error('no memory for the statement'))
  openedInstances[0]?.stop(new Error('EROFS'))
  while (onResume.mock.calls.length === 0) await vi.advanceTimersToNextTimerAsync()
  expect(openedInstances).toHaveLength(3)
  expect(liveInstances).toEqual(new Set([openedInstances[2]]))
  await client.close()
})
