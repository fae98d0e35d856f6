import { describe, expect, it } from 'vitest'
import type { HubLink } from '#src/bridge/port.ts'
import type { HubSnapshots } from '#shared/contract/hub-contract.ts'
import { createHubClient } from '#src/bridge/hub-client.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { makeIntent } from './hub-world.ts'

function snapshots(bootId: string, number: number, points: number): HubSnapshots {
  const seal = <T>(topic: string, state: T) => ({ protocol: PROTOCOL_VERSION, bootId, number, topic, state })
  return {
    work: seal('work', { outbox: [], batches: [], finished: [] }),
    credits: seal('credits', { points, held: 0 }),
    connection: seal('connection', { isOnline: true }),
    storage: seal('storage', { problem: null }),
  } as HubSnapshots
}

function link(api: object, gone: Promise<void> = new Promise(() => undefined)): Promise<HubLink> {
  return Promise.resolve({ api: api as HubLink['api'], gone, isGone: () => false, close: () => undefined })
}

describe('the page’s end of the hub', () => {
  it('makes a new link and repeats the command when the worker dies before it answers', async () => {
    const seen: string[] = []
    let die = (): void => undefined
    const dying = link({ commit: () => new Promise(() => undefined) }, new Promise((resolve) => (die = resolve)))
    const living = link({
      resume: async () => snapshots('second', 1, 1),
      commit: async ({ id }: { id: string }) => (seen.push(id), { ok: true, value: { id } }),
    })
    const links = [dying, living]
    const client = createHubClient(() => links.shift() ?? living)
    const intent = makeIntent()
    const answer = client.api.commit(intent)
    die()
    expect(await answer).toEqual({ ok: true, value: { id: intent.id } })
    expect(seen).toEqual([intent.id])
  })

  it('is an error value when no worker can be reached', async () => {
    const client = createHubClient(() => Promise.reject(new Error('no worker')))
    expect(await client.api.commit(makeIntent())).toMatchObject({ ok: false, error: { code: 'hub_unreachable' } })
    expect(await client.api.claimNotice('task')).toBeNull()
  })

  it('drops an older state of the same worker and takes any of a new one', async () => {
    const answers = [snapshots('first', 5, 50), snapshots('first', 4, 100), snapshots('second', 1, 70)]
    const client = createHubClient(() => link({ resume: async () => answers.shift() }))
    const points: unknown[] = []
    client.subscribe((topic, state) => {
      if (topic === 'credits') points.push(state)
    })
    for (let count = 0; count < 3; count += 1) await client.api.resume()
    expect(points).toEqual([
      { points: 50, held: 0 },
      { points: 70, held: 0 },
    ])
  })
})
