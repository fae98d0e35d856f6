import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '#server/motion/engine.ts'
import { UNCONFIRMED_TEXT } from '#server/motion/engines/remote/call-remote.ts'
import { type ContractService, CONTRACT_CASES, pathOf } from '../../fixtures/engines/contract-services.ts'
import { type EngineBench, createEngineBench, failureOf } from '../../fixtures/engines/engine-bench.ts'
import { neverAborted } from '#shared/never-aborted.ts'

describe.each(CONTRACT_CASES)('a crash with an order at $name', ({ start, knowsOwnIds = false }) => {
  let service: ContractService
  let bench: EngineBench

  beforeEach(async () => {
    service = await start()
    bench = await createEngineBench()
  })
  afterEach(async () => {
    await service.stub.close()
    await bench.close()
  })

  const openEngine = (fetch = bench.deps.fetch): Engine => service.open({ ...bench.deps, fetch })
  /** Runs the engine as the next process does, with the last saved handle. */
  const runNextProcess = (engine = openEngine()) => bench.run(engine, bench.request())
  const sentOrders = () => service.stub.of('POST', service.orderPath)
  /** The result of the next process if an order got no answer: the engine finds the order by its chosen id, or reports a failure. */
  const resultAfterUnknown = async () => (knowsOwnIds ? runNextProcess().then(() => 'made') : (await failureOf(runNextProcess())).message)
  const expectedAfterUnknown = knowsOwnIds ? 'made' : UNCONFIRMED_TEXT

  type SaveHandle = (handle: string, count: number) => Promise<void>
  const neverSettles = new Promise<never>(() => undefined)
  const storeHandle = async (handle: string) => void (bench.handle = handle)

  /** Starts a run and abandons it when `isPointReached` returns true, as if its process had died there. */
  async function abandon(fetch: typeof globalThis.fetch, save: SaveHandle, isPointReached: () => boolean): Promise<void> {
    let count = 0
    const run = {
      signal: neverAborted(),
      onStage: () => undefined,
      onProgress: () => undefined,
      handle: null,
      saveHandle: (handle: string) => save(handle, ++count),
    }
    openEngine(fetch)
      .run(bench.request(), run)
      .catch(() => undefined)
    await expect.poll(isPointReached, { interval: 5 }).toBe(true)
  }

  const isOrder = (input: string | URL | Request, init?: RequestInit) => init?.method === 'POST' && service.orderPath.test(pathOf(input))

  it('before the order is stored: one order, by the next run', async () => {
    let isReached = false
    await abandon(
      fetch,
      () => ((isReached = true), neverSettles),
      () => isReached,
    )
    expect(service.ordered()).toBe(0)
    await runNextProcess()
    expect(service.ordered()).toBe(1)
  })

  it('after it is stored and before it is sent: none, reported as failed, or one', async () => {
    let isReached = false
    const dyingFetch: typeof fetch = (input, init) => (isOrder(input, init) ? ((isReached = true), neverSettles) : fetch(input, init))
    await abandon(dyingFetch, storeHandle, () => isReached)
    expect(await resultAfterUnknown()).toBe(expectedAfterUnknown)
    expect(service.ordered()).toBe(knowsOwnIds ? 1 : 0)
  })

  it('while it is sent: one order, found again or reported as failed', async () => {
    const dyingFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      return isOrder(input, init) ? neverSettles : response
    }
    await abandon(dyingFetch, storeHandle, () => service.ordered() === 1)
    expect(await resultAfterUnknown()).toBe(expectedAfterUnknown)
    expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
  })

  it('after the answer and before it is stored: one order, found again or reported as failed', async () => {
    let isReached = false
    await abandon(
      fetch,
      (handle, count) => (count === 2 ? ((isReached = true), neverSettles) : storeHandle(handle)),
      () => isReached,
    )
    expect(await resultAfterUnknown()).toBe(expectedAfterUnknown)
    expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
  })

  it('is none when the answer cannot be stored: the run continues with its one order', async () => {
    const saveHandle = async (handle: string) => {
      if (bench.handle !== null) throw new Error('no database')
      bench.handle = handle
    }
    const { signal } = new AbortController()
    await openEngine().run(bench.request(), { signal, onStage: () => undefined, onProgress: () => undefined, handle: null, saveHandle })
    expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
  })

  it('after the answer is stored: one order, and its video', async () => {
    let isReached = false
    await abandon(
      fetch,
      (handle, count) => storeHandle(handle).then(() => (count === 2 ? ((isReached = true), neverSettles) : undefined)),
      () => isReached,
    )
    await runNextProcess()
    expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
  })

  it('while the file is downloaded: one order, and its video', async () => {
    const videoAnswer = service.stub.file
    service.stub.file = 'hang'
    const isFileRequested = () =>
      service.stub.requests.some(({ path }) => /video\.mp4|^\/view$|^\/download\/|:fetchPredictOperation$/.test(path))
    await abandon(fetch, storeHandle, isFileRequested)
    service.stub.file = videoAnswer
    await runNextProcess()
    expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
  })
})
