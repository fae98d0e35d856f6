import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HubLink } from '#src/hub-client/hub-port.ts'
import type { Points } from '#shared/api/user.ts'
import type { HubSnapshots } from '#shared/contract/hub-contract.ts'
import { type HubClient, createHubClient } from '#src/hub-client/hub-client.ts'
import { HUB_SNAPSHOT_CHANNEL, PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { makeIntent, makePurchase } from './hub-world.ts'

function snapshots(bootId: string, number: number, points: number, fence = 1): HubSnapshots {
  const credits = { protocol: PROTOCOL_VERSION, bootId, fence, number, topic: 'credits', state: { points, held: 0 } } as const
  return { credits } as unknown as HubSnapshots
}

function link(api: object, gone: Promise<void> = new Promise(() => undefined)): Promise<HubLink> {
  return Promise.resolve({
    api: api as HubLink['api'],
    gone,
    isGone: () => false,
    close: () => undefined,
    endBeforeFreeze: () => undefined,
  })
}

const OPTIONS = { identity: () => identityRecord.fallback(), onOutdated: () => undefined, onAnswering: () => undefined }
const channels: BroadcastChannel[] = []
let documentEvents: EventTarget

class Channel extends BroadcastChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

function followPoints(client: HubClient): number[] {
  const points: number[] = []
  client.subscribe((topic, state) => {
    if (topic === 'credits') points.push((state as Points).points)
  })
  return points
}

beforeEach(() => {
  documentEvents = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', documentEvents)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { locks: { request: async (_name: string, work: () => unknown) => work() } })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.useFakeTimers({ toFake: ['setInterval'] })
})

/** A client uses its channel and its timers until its page ends. So the channels are closed and the timers are ended after each test. */
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the page’s end of the hub', () => {
  it('opens a new link and repeats the command when the worker dies before it answers', async () => {
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

  it('repeats a purchase as the same press, and counts the next press as another one', async () => {
    const pressIds: string[] = []
    let die = (): void => undefined
    const createOrder = (_purchase: unknown, pressId: string) => (pressIds.push(pressId), new Promise(() => undefined))
    const dying = link({ createOrder }, new Promise((resolve) => (die = resolve)))
    const living = link({
      resume: async () => snapshots('second', 1, 1),
      createOrder: async (_purchase: unknown, pressId: string) => (pressIds.push(pressId), { ok: true, value: {} }),
    })
    const links = [dying, living]
    const client = createHubClient(() => links.shift() ?? living)
    const answer = client.api.createOrder(makePurchase())
    await vi.waitFor(() => expect(pressIds).toHaveLength(1))
    die()
    await answer
    await client.api.createOrder(makePurchase())
    expect(pressIds[1]).toBe(pressIds[0])
    expect(pressIds[2]).not.toBe(pressIds[0])
  })

  it('is an error value when no worker can be reached', async () => {
    const client = createHubClient(() => Promise.reject(new Error('no worker')))
    expect(await client.api.commit(makeIntent())).toMatchObject({ ok: false, error: { code: 'hub_unreachable' } })
    expect(await client.api.claimNotice('task', 'toast')).toBeNull()
  })

  it('drops an older state of the same worker and accepts any answer of a new one', async () => {
    const answers = [snapshots('first', 5, 50), snapshots('first', 4, 100), snapshots('second', 1, 70)]
    const client = createHubClient(() => link({ resume: async () => answers.shift() }))
    const points = followPoints(client)
    await client.start(OPTIONS)
    for (let count = 0; count < 2; count += 1) await client.api.resume()
    expect(points).toEqual([50, 70])
  })

  it('ignores the state of a former owner after its replacement, and registers with a new owner', async () => {
    const answers = [snapshots('second', 1, 70, 2), snapshots('third', 2, 30, 3)]
    const client = createHubClient(() => link({ resume: async () => answers.shift() }))
    const points = followPoints(client)
    await client.start(OPTIONS)
    const channel = new Channel(HUB_SNAPSHOT_CHANNEL)
    channel.postMessage(snapshots('first', 9, 50, 1).credits)
    channel.postMessage(snapshots('third', 1, 20, 3).credits)
    await vi.waitFor(() => expect(points).toEqual([70, 20, 30]))
  })

  it('reports that the page is older than the hub', async () => {
    const outdated = Object.assign(new Error('newer'), { name: 'HubOutdated' })
    const client = createHubClient(() => link({ resume: () => Promise.reject(outdated), commit: () => Promise.reject(outdated) }))
    const onOutdated = vi.fn()
    await expect(client.start({ ...OPTIONS, onOutdated })).rejects.toThrow('newer')
    expect(onOutdated).toHaveBeenCalledOnce()
    expect(await client.api.commit(makeIntent())).toMatchObject({ ok: false, error: { code: 'hub_outdated' } })
  })

  it('reports that it is not connected where no channel to the hub opens, and that it is at the next answer, also when that has no change', async () => {
    const onAnswering = vi.fn()
    const closed = (): Promise<HubLink> => Promise.reject(new Error('could not be loaded'))
    let [die, gone] = [() => {}, Promise.resolve()]
    const open = () => {
      gone = new Promise((resolve) => (die = resolve))
      return link({ resume: async () => snapshots('first', 1, 1) }, gone)
    }
    let way = closed
    const client = createHubClient(() => way())
    await expect(client.start({ ...OPTIONS, onAnswering })).rejects.toThrow()
    way = open
    await client.api.resume()
    way = closed
    die()
    await vi.waitFor(() => expect(onAnswering.mock.calls).toEqual([[false], [true], [false]]))
    way = open
    await client.api.resume()
    expect(onAnswering).toHaveBeenLastCalledWith(true)
  })

  it('ends a worker of its own when the tab is frozen, and connects again when it thaws', async () => {
    const rest = vi.fn()
    let resumes = 0
    const client = createHubClient(async () => ({
      ...(await link({ resume: async () => ((resumes += 1), snapshots('first', resumes, 1)) })),
      endBeforeFreeze: rest,
    }))
    await client.start(OPTIONS)
    documentEvents.dispatchEvent(new Event('freeze'))
    await vi.waitFor(() => expect(rest).toHaveBeenCalledOnce())
    expect(resumes).toBe(1)
    documentEvents.dispatchEvent(new Event('resume'))
    await vi.waitFor(() => expect(resumes).toBe(2))
  })

  it('sends nothing while it is frozen, and no interrupted or old call to the next hub', async () => {
    const seen: string[] = []
    const open: string[] = []
    const links = ['first', 'second'].map((name) => () => {
      open.push(name)
      let end = (): void => undefined
      const gone = new Promise<void>((resolve) => (end = resolve))
      const commit = ({ id }: { id: string }) =>
        name === 'first' ? new Promise(() => undefined) : (seen.push(id), Promise.resolve({ ok: true, value: { id } }))
      return link({ resume: async () => snapshots(name, 1, 1), commit }, gone).then((opened) => ({ ...opened, endBeforeFreeze: end }))
    })
    const client = createHubClient(() => (links.shift() ?? links[0]!)())
    await client.start(OPTIONS)
    const [cutOff, meant] = [makeIntent(), makeIntent()]
    const answers = [client.api.commit(cutOff)]
    documentEvents.dispatchEvent(new Event('freeze'))
    answers.push(client.api.commit(meant))
    await new Promise((resolve) => setTimeout(resolve))
    expect(open).toEqual(['first'])
    documentEvents.dispatchEvent(new Event('resume'))
    expect(await Promise.all(answers)).toMatchObject([{ ok: true }, { ok: true }])
    expect(open).toEqual(['first', 'second'])
    expect(seen.toSorted()).toEqual([cutOff.id, meant.id].toSorted())
  })

  it('asks a silent hub every five seconds, not more often', async () => {
    vi.useFakeTimers()
    let resumes = 0
    const work = { ...snapshots('first', 1, 1).credits, topic: 'work', state: { batches: [{}] } }
    const client = createHubClient(() => link({ resume: async () => ((resumes += 1), { work }) }))
    await client.start(OPTIONS)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(resumes).toBe(1 + 6)
  })
})
