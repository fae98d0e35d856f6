import { inspect } from 'node:util'
import sharp from 'sharp'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, EngineAway } from '#server/motion/engine.ts'
import * as texts from '#server/motion/engines/remote/call-remote.ts'
import { type ContractService, CONTRACT_CASES, pathOf } from '../../fixtures/engines/contract-services.ts'
import { type EngineBench, createEngineBench, failureOf, TIME_LIMIT_MS } from '../../fixtures/engines/engine-bench.ts'
import type { StubAnswer } from '../../fixtures/engines/http-stub.ts'
import { TINY_VIDEO_SIZE, tinyVideo } from '../../fixtures/server/tiny-video.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const SERVICE_WORDS = 'secret words of the service'
/**
 * The time limit of a blocking call, in real time: the bench's clock skips only pauses, and such a call has none. An answer needs far less.
 */
const BLOCKING_LIMIT_MS = 1500

describe.each(CONTRACT_CASES)('the engine on $name', (contract) => {
  const {
    isBlocking = false,
    knowsOwnIds = false,
    canCancel = false,
    hasWebhook = false,
    isOwn = false,
    isInline = false,
    accountProblems,
    modelProblem,
  } = contract
  let service: ContractService
  let bench: EngineBench
  let engine: Engine

  beforeEach(async () => {
    service = await contract.start()
    bench = await createEngineBench()
    engine = openEngine()
  })
  afterEach(async () => {
    await service.stub.close()
    await bench.close()
  })

  function openEngine(fetch = bench.deps.fetch, timeLimitMs = TIME_LIMIT_MS): Engine {
    return service.open({ ...bench.deps, fetch, timeLimitMs })
  }
  const makeVideo = (usedEngine = engine) => bench.run(usedEngine, bench.request())
  const failureText = async (usedEngine = engine) => (await failureOf(makeVideo(usedEngine))).message
  const sentOrders = () => service.stub.of('POST', service.orderPath)
  const listFiles = async () => (await readdir(bench.folder)).toSorted()

  describe('an order', () => {
    it('is sent once, polled, and its file downloaded whole', async () => {
      const request = bench.request()
      const result = await bench.run(engine, request)
      const video = await readFile(request.videoPath)
      expect(result).toEqual({ ...TINY_VIDEO_SIZE, bytes: video.byteLength, costUsd: contract.costUsd })
      expect(await sharp(request.posterPath).metadata()).toMatchObject({ format: 'jpeg', ...TINY_VIDEO_SIZE })
      expect(bench.stages).toEqual(['rendering', 'finishing'])
      expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
      expect(await listFiles()).toEqual(['first.jpg', 'last.jpg', 'poster.jpg', 'video.mp4'])
      expect(bench.problems).toEqual([])
    })

    it('is stored before it is sent and again with its answer, and never with the key', async () => {
      await makeVideo()
      expect(bench.handles).toHaveLength(2)
      const [firstHandle, secondHandle] = bench.handles.map((handle) => JSON.parse(handle) as { ref: object | null })
      expect([firstHandle!.ref === null, secondHandle!.ref === null]).toEqual([!knowsOwnIds, false])
      expect(bench.handles.join()).not.toContain(contract.secret)
      expect(service.stub.requests.map(({ path, query }) => `${path}?${query}`).join()).not.toContain(contract.secret)
    })

    it('has both pictures inside, and none as an address', async () => {
      await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL' }))
      const bodies = service.stub.requests.filter(({ method }) => method === 'POST').map(({ body }) => body.toString('latin1'))
      const pictures = bodies.join().match(/\/9j\/|\xff\xd8\xff/g) ?? []
      expect(pictures.length).toBeGreaterThanOrEqual(2)
      expect(bodies.join()).not.toMatch(/https?:\/\/[^"]*\.jpg/)
    })

    it('is refused before anything is sent, for an unknown effect', async () => {
      const run = bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'no-such' }))
      expect((await failureOf(run)).message).toBe(texts.NO_EFFECT_TEXT)
      expect(service.stub.requests).toEqual([])
    })

    it('is not sent when the server stops before', async () => {
      await expect(bench.run(engine, bench.request(), AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
      expect([service.stub.requests, bench.handle]).toEqual([[], null])
    })
  })

  describe('a service that accepts no orders', () => {
    it('is retried after the requested wait, and results in one order', async () => {
      service.stub.submits = [
        { status: 429, json: { detail: 'slow down' }, headers: { 'retry-after': '7' } },
        { status: isBlocking ? 429 : 503 },
      ]
      await makeVideo()
      expect(bench.clock.sleeps[0]).toBe(7000)
      expect([service.ordered(), sentOrders().length]).toEqual([1, 3])
    })

    const refuseConnection = () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }))

    it('is retried after a failed connection, and results in one order', async () => {
      let remainingRefusals = 2
      await makeVideo(openEngine((input, init) => (remainingRefusals-- > 0 ? refuseConnection() : fetch(input, init))))
      expect([service.ordered(), bench.clock.sleeps.length >= 2]).toEqual([1, true])
    })

    it('is unavailable after minutes without a connection, and may get the order later', async () => {
      const error = await failureOf(makeVideo(openEngine(refuseConnection)))
      expect([error instanceof EngineAway, error.message, bench.handle ?? '']).toEqual([true, texts.AWAY_TEXT, ''])
      await makeVideo()
      expect(service.ordered()).toBe(1)
    })

    it.each(accountProblems)('is unavailable when the account is to blame, without the service’s words: %j', async (answer: StubAnswer) => {
      service.stub.submits = [answer]
      const error = await failureOf(makeVideo())
      expect([error instanceof EngineAway, error.message]).toEqual([true, texts.NOT_READY_TEXT])
      expect([service.ordered(), sentOrders().length, bench.handle]).toEqual([0, 1, ''])
      await makeVideo()
      expect(service.ordered()).toBe(1)
    })

    it.runIf(modelProblem !== undefined)('stays available when one model is to blame', async () => {
      service.stub.submits = [modelProblem!]
      const error = await failureOf(makeVideo())
      expect([error instanceof EngineAway, error.message, bench.handle]).toEqual([false, texts.NOT_READY_TEXT, ''])
    })

    it('is found well or away by a question that orders nothing', async () => {
      const check = (usedEngine: Engine) => usedEngine.check!(neverAborted())
      const engineAnswering = (status: number) => openEngine(async () => Response.json({}, { status }))
      expect(await check(engine)).toBeNull()
      const reasons = [await check(engineAnswering(401)), await check(engineAnswering(500)), await check(openEngine(refuseConnection))]
      expect(reasons).toEqual([isOwn ? 'unreachable' : 'not_ready', 'unreachable', 'unreachable'])
      expect(sentOrders()).toEqual([])
      await service.stub.kill()
      expect(await check(engine)).toBe('unreachable')
      await service.stub.revive()
      expect(await check(engine)).toBeNull()
    })

    it.runIf(knowsOwnIds)('is polled for an order that it never answered', async () => {
      service.stub.submits = ['drop']
      await makeVideo()
      expect([service.ordered(), sentOrders().length]).toEqual([1, 1])
    })

    it.skipIf(knowsOwnIds).each<[StubAnswer, number]>([
      ['drop', 1],
      [{ status: 502 }, 0],
      [{ status: 500, json: {} }, 0],
      [{ json: { hello: 1 } }, 0],
    ])('gets no second order when it may have accepted the first one, and is not marked unavailable: %j', async (answer, acceptedCount) => {
      service.stub.submits = [answer]
      const error = await failureOf(makeVideo())
      expect([error instanceof EngineAway, error.message]).toEqual([false, texts.UNCONFIRMED_TEXT])
      expect(await failureText()).toBe(texts.UNCONFIRMED_TEXT)
      expect([service.ordered(), sentOrders().length]).toEqual([acceptedCount, 1])
      const reportText = inspect([error, bench.problems], { depth: 9, maxStringLength: Infinity })
      for (const privateText of [contract.secret, bench.request().prompt, '/9j/']) expect(reportText).not.toContain(privateText)
    })
  })

  describe('an end', () => {
    it('that is a failure is reported in our words, once, and the service’s words are not repeated', async () => {
      service.fail(SERVICE_WORDS)
      const error = await failureOf(makeVideo())
      expect([error instanceof EngineAway, error.message]).toEqual([false, texts.BROKE_TEXT])
      expect([bench.problems.length, service.ordered()]).toEqual([1, 1])
      expect(inspect([error, bench.problems], { depth: 9 })).not.toContain(SERVICE_WORDS)
    })

    it.skipIf(isOwn)('that is a refusal of the content names the needed change', async () => {
      service.decline!(SERVICE_WORDS)
      expect(await failureText()).toBe(texts.DECLINED_TEXT)
      expect(inspect(bench.problems, { depth: 9 })).not.toContain(SERVICE_WORDS)
      expect(await listFiles()).toEqual(['first.jpg', 'last.jpg'])
    })

    it('past the time limit is a failure of ours, and the service is notified where possible', async () => {
      service.stall()
      const startedMs = bench.clock.nowMs()
      expect(await failureText(openEngine(fetch, isBlocking ? BLOCKING_LIMIT_MS : TIME_LIMIT_MS))).toBe(texts.TOO_LONG_TEXT)
      expect([service.cancelled(), service.ordered()]).toEqual([canCancel ? 1 : 0, 1])
      if (isBlocking) await expect.poll(() => service.stub.left()).toBe(1)
      if (isBlocking) return
      expect(bench.clock.nowMs() - startedMs).toBe(TIME_LIMIT_MS)
      expect(Math.max(...bench.clock.sleeps)).toBeLessThanOrEqual(11_000)
    })

    it.skipIf(isBlocking)('is awaited across errors and malformed answers', async () => {
      let pollCount = 0
      const badAnswers = [{ status: 500 }, 'throw', { status: 502 }, { status: 200 }, { status: 503 }]
      const flakyFetch: typeof fetch = async (input, init) => {
        const isPoll = service.polled.test(pathOf(input))
        const badAnswer = isPoll ? badAnswers[pollCount++] : undefined
        if (badAnswer === 'throw') throw new TypeError('fetch failed', { cause: new Error('reset') })
        return typeof badAnswer === 'object' ? new Response('what', badAnswer) : fetch(input, init)
      }
      await makeVideo(openEngine(flakyFetch))
      expect([pollCount > badAnswers.length, service.ordered()]).toEqual([true, 1])
      const [firstSleepMs = 0, , , , fifthSleepMs = 0] = bench.clock.sleeps
      expect(fifthSleepMs).toBeGreaterThan(4 * firstSleepMs)
    })
  })

  describe('a cancellation', () => {
    it('is sent to a service that supports it, and causes no other request', async () => {
      await makeVideo()
      const requestCount = service.stub.requests.length
      await engine.drop?.(bench.handle ?? '')
      expect(service.cancelled()).toBe(canCancel ? 1 : 0)
      if (!canCancel) expect(service.stub.requests).toHaveLength(requestCount)
    })

    it.runIf(isBlocking)('before the answer ends a lasting call, and nothing is ordered again', async () => {
      service.stall()
      const stopController = new AbortController()
      const run = bench.run(engine, bench.request(), stopController.signal)
      await expect.poll(() => service.ordered()).toBe(1)
      stopController.abort(new Error('stopping'))
      await expect(run).rejects.toThrow()
      await expect.poll(() => service.stub.left()).toBe(1)
      expect(await failureText()).toBe(texts.UNCONFIRMED_TEXT)
      expect(service.ordered()).toBe(1)
    })

    it.skipIf(isBlocking)('of our own run leaves the work at the service, and the next run finds it', async () => {
      service.stall()
      bench.clock.hold()
      const stopController = new AbortController()
      const run = bench.run(engine, bench.request(), stopController.signal)
      await bench.clock.untilAsleep()
      stopController.abort(new Error('stopping'))
      await expect(run).rejects.toThrow('stopping')
      bench.clock.release()
      service.fail(SERVICE_WORDS)
      expect(await failureText()).toBe(texts.BROKE_TEXT)
      expect([service.cancelled(), service.ordered()]).toEqual([0, 1])
    })
  })

  describe('a webhook', () => {
    const startWaitingRun = async () => {
      bench.clock.hold()
      const run = makeVideo()
      await bench.clock.untilAsleep()
      return { run, countPolls: () => service.stub.of('GET', service.polled).length }
    }

    it.skipIf(hasWebhook)('is accepted by nobody', () => expect(engine.webhook).toBeUndefined())

    it.runIf(hasWebhook)('that is signed ends the wait, once', async () => {
      const { run, countPolls } = await startWaitingRun()
      const { headers, body } = service.makeEvent!(bench.clock.nowMs())
      const workId = await engine.webhook!(headers, body)
      expect(workId).not.toBeNull()
      engine.onWebhook!(workId!)
      await expect.poll(countPolls).toBe(2)
      expect(await engine.webhook!(headers, body)).toBeNull()
      bench.clock.release()
      await run
    })

    it.runIf(hasWebhook)('that is forged, changed, old or unsigned ends no wait', async () => {
      const { run, countPolls } = await startWaitingRun()
      const nowMs = bench.clock.nowMs()
      const validEvent = service.makeEvent!(nowMs)
      const signatureNames = [...validEvent.headers.keys()].filter((name) => /signature/.test(name))
      const unsignedHeaders = new Headers(validEvent.headers)
      for (const name of signatureNames) unsignedHeaders.delete(name)
      const foreignHeaders = new Headers(validEvent.headers)
      for (const name of signatureNames) foreignHeaders.set(name, validEvent.headers.get(name)!.replace(/[0-8](?=[^0-8]*$)/, '9'))
      const badEvents = [
        { headers: unsignedHeaders, body: validEvent.body },
        { headers: foreignHeaders, body: validEvent.body },
        { headers: validEvent.headers, body: new Uint8Array(Buffer.from('{"id":"abcdef"}')) },
        service.makeEvent!(nowMs - 301_000),
        service.makeEvent!(nowMs + 302_000),
        { headers: new Headers(), body: new Uint8Array() },
      ]
      for (const { headers, body } of badEvents) expect(await engine.webhook!(headers, body)).toBeNull()
      expect(countPolls()).toBe(1)
      bench.clock.release()
      await run
    })
  })

  describe('an invalid file', () => {
    it
      .skipIf(isOwn || isInline)
      .each([
        ['https://127.0.0.1:1/video.mp4'],
        ['https://localhost:1/video.mp4'],
        ['http://93.184.215.14/video.mp4'],
        ['file:///etc/passwd'],
        ['nonsense'],
      ])('is not requested at %s', async (url) => {
      service.pointTo!(url)
      expect(await failureText()).toBe(texts.UNUSABLE_TEXT)
      expect(await listFiles()).toEqual(['first.jpg', 'last.jpg'])
    })

    it.skipIf(isInline).each<[string, StubAnswer]>([
      ['a redirect to an inner address', { status: 302, headers: { location: 'http://169.254.169.254/latest' } }],
      ['10 GB', { bytes: Buffer.from('x'), headers: { 'content-length': '10737418240' } }],
    ])('is rejected by its head: %s', async (_name, file) => {
      service.stub.file = file
      expect(await failureText()).toBe(texts.UNUSABLE_TEXT)
      expect([service.ordered(), await listFiles()]).toEqual([1, ['first.jpg', 'last.jpg']])
    })

    it.each<[string, () => Promise<StubAnswer> | StubAnswer]>([
      ['text', () => ({ bytes: Buffer.from('<html>no</html>'.repeat(100)) })],
      ['the beginning of a video', async () => ({ bytes: (await tinyVideo()).slice(0, 200) })],
    ])('is rejected and leaves nothing: %s', async (_name, file) => {
      service.stub.file = await file()
      expect(await failureText()).toBe(texts.UNUSABLE_TEXT)
      expect([service.ordered(), await listFiles()]).toEqual([1, ['first.jpg', 'last.jpg']])
    })

    it('is downloaded again after an interruption', async () => {
      const videoAnswer = service.stub.file
      const answers: StubAnswer[] = ['drop', { status: 503 }, videoAnswer]
      Object.defineProperty(service.stub, 'file', { get: () => answers.shift() })
      await makeVideo()
      expect([answers.length, service.ordered()]).toEqual([0, 1])
    })
  })
})
