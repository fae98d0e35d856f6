import type { Engine } from '#server/motion/engines/engine.ts'
import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import * as texts from '#server/motion/engines/remote/remote-errors.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { type EngineBench, createEngineBench, failureOf, TIME_LIMIT_MS } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, IN_PROGRESS, IN_QUEUE, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { readBoxes } from '../../fixtures/mp4-boxes.ts'
import { TINY_VIDEO_SIZE, tinyVideo } from '../../fixtures/server/tiny-video.ts'

let fal: FalStub
let bench: EngineBench
let engine: Engine

beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
  engine = falEngine()
})

afterEach(async () => {
  await fal.close()
  await bench.close()
})

function falEngine(fetch = bench.deps.fetch, webhookUrl?: string): Engine {
  const jwksUrl = `${fal.origin}/.well-known/jwks.json`
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl } as const
  return createFalEngine({ ...bench.deps, fetch, config, webhookUrl })
}

const submits = () => fal.of('POST', /^\/fal-ai\//)
const inputOf = (index: number) => JSON.parse(submits()[index]!.body.toString()) as Record<string, unknown>

describe('a video by fal', () => {
  it('is ordered once, waited for, and brought home whole', async () => {
    const request = bench.request()
    const made = await bench.run(engine, request)
    const video = await readFile(request.videoPath)
    expect(made).toEqual({ ...TINY_VIDEO_SIZE, bytes: video.byteLength })
    expect(await sharp(request.posterPath).metadata()).toMatchObject({ format: 'jpeg', ...TINY_VIDEO_SIZE })
    expect(bench.stages).toEqual(['rendering', 'finishing'])
    expect(submits()).toHaveLength(1)
    expect((await readdir(bench.folder)).toSorted()).toEqual(['first.jpg', 'last.jpg', 'poster.jpg', 'video.mp4'])
  })

  it('sends the key in a header only, the picture inside the order, and asks that nothing is kept for long', async () => {
    await bench.run(engine, bench.request())
    const [submit] = submits()
    expect(submit).toMatchObject({ path: '/fal-ai/pixverse/v6/image-to-video', headers: { authorization: `Key ${FAL_KEY}` } })
    expect(submit!.headers['x-fal-object-lifecycle-preference']).toBe('{"expiration_duration_seconds":86400}')
    expect(submit!.headers['x-fal-request-timeout']).toBe(String(TIME_LIMIT_MS / 1000))
    expect(fal.requests.some(({ path, query }) => `${path}?${query}`.includes('secret'))).toBe(false)
    const { image_url: picture, ...input } = inputOf(0)
    expect(input).toEqual({ prompt: 'slow push in', duration: 6, resolution: '720p', seed: 8, generate_audio_switch: false })
    const bytes = Buffer.from(String(picture).replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 400 })
  })

  it('goes from the first picture to the last in the ratio that is nearest', async () => {
    await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL' }))
    expect(submits()[0]!.path).toBe('/fal-ai/pixverse/v6/transition')
    const { first_image_url: first, end_image_url: last, ...input } = inputOf(0)
    expect(input).toMatchObject({ aspect_ratio: '16:9', duration: 6 })
    expect([first, last].every((picture) => String(picture).startsWith('data:image/jpeg'))).toBe(true)
  })

  it('gets the words of an effect, and sound where music was wanted', async () => {
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', prompt: 'at dusk', aiMusic: 1 }))
    expect(inputOf(0)).toMatchObject({ prompt: expect.stringMatching(/snow.*\. at dusk$/), generate_audio_switch: true })
    bench.handle = null
    const longest = 'x'.repeat(MAX_PROMPT_LENGTH)
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', prompt: longest }))
    expect(inputOf(1)['prompt']).toHaveLength(MAX_PROMPT_LENGTH)
  })

  it('is refused without an order where an effect is unknown', async () => {
    expect((await failureOf(bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'no-such' })))).message).toBe(
      texts.NO_EFFECT_TEXT,
    )
    expect(fal.requests).toEqual([])
  })

  it('has its index moved to the front where it stands behind the frames', async () => {
    const order = ({ buffer, byteOffset, byteLength }: Uint8Array) => {
      const types = readBoxes(new DataView(buffer, byteOffset, byteLength)).map(({ type }) => type)
      return types.filter((type) => type === 'moov' || type === 'mdat')
    }
    expect(order(await tinyVideo())).toEqual(['mdat', 'moov'])
    const request = bench.request()
    await bench.run(engine, request)
    expect(order(await readFile(request.videoPath))).toEqual(['moov', 'mdat'])
  })
})

describe('trouble on the way', () => {
  it('waits as long as a full service asks for, and orders once', async () => {
    fal.submits = [{ status: 429, json: { detail: 'slow down' }, headers: { 'retry-after': '7' } }, { status: 503 }]
    await bench.run(engine, bench.request())
    expect(fal.ids).toHaveLength(1)
    expect(bench.clock.sleeps[0]).toBe(7000)
  })

  it('orders again after a connection that never stood', async () => {
    let refusals = 2
    const refused = new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
    const flaky: typeof fetch = async (...args) => {
      if (refusals-- > 0) throw refused
      return fetch(...args)
    }
    await bench.run(falEngine(flaky), bench.request())
    expect(submits()).toHaveLength(1)
  })

  it.each([['drop' as const], [{ status: 502 }], [{ status: 500, json: {} }], [{ json: { hello: 1 } }]])(
    'does not order a second time when nobody knows whether the first was taken (%j)',
    async (answer) => {
      fal.submits = [answer]
      expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.UNCONFIRMED_TEXT)
      expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.UNCONFIRMED_TEXT)
      expect(submits()).toHaveLength(1)
    },
  )

  it('counts an order as taken when the server died before it heard the answer', async () => {
    bench.handle = JSON.stringify({ engine: 'fal', startedMs: bench.clock.nowMs(), ref: null })
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.UNCONFIRMED_TEXT)
    expect(submits()).toHaveLength(0)
  })

  it('is given up as unreachable after some minutes, and may be ordered anew', async () => {
    fal.submits = Array.from({ length: 100 }, () => ({ status: 503 }))
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.AWAY_TEXT)
    expect(bench.handle).toBe('')
    fal.submits = []
    await bench.run(engine, bench.request())
    expect(fal.ids).toHaveLength(1)
  })

  it('goes on asking through errors and nonsense, with growing pauses', async () => {
    fal.statuses = [IN_QUEUE, { status: 500 }, 'drop', { status: 502 }, { json: 'what' }, IN_PROGRESS, COMPLETED]
    await bench.run(engine, bench.request())
    expect(submits()).toHaveLength(1)
    const [, afterFirst = 0, , , afterFourth = 0] = bench.clock.sleeps
    expect(afterFourth).toBeGreaterThan(2 * afterFirst)
  })

  it('tells a server error of the work from one on the way to it', async () => {
    fal.statuses = [COMPLETED]
    fal.result = { status: 500, json: { detail: [{ loc: ['body'], msg: 'x', type: 'downstream_service_error' }] } }
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.BROKE_TEXT)
    expect(bench.clock.sleeps).toEqual([])
  })
})

describe('a refusal', () => {
  const detail = (type: string) => ({ status: 422, json: { detail: [{ loc: ['body', 'prompt'], msg: 'secret words', type }] } })
  it.each([
    [detail('content_policy_violation'), texts.DECLINED_TEXT],
    [detail('image_too_small'), texts.PICTURE_TEXT],
    [detail('value_error'), texts.SETTINGS_TEXT],
    [{ status: 504, json: { detail: 'Request timed out', error_type: 'request_timeout' } }, texts.BROKE_TEXT],
    [{ status: 200, json: { images: [] } }, texts.BROKE_TEXT],
  ])('becomes a sentence that helps: %j', async (result, text) => {
    fal.statuses = [COMPLETED]
    fal.result = result
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(text)
    expect(JSON.stringify(bench.problems.map(String))).not.toContain('secret words')
  })

  it('at the order is told at once, without the reason of a wrong key', async () => {
    fal.submits = [detail('content_policy_violation'), { status: 403, json: { detail: 'User is locked. Reason: Exhausted balance' } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.DECLINED_TEXT)
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.NOT_READY_TEXT)
    expect(bench.problems).toHaveLength(2)
  })

  it('tells when the service has ended the work by itself', async () => {
    fal.statuses = [{ json: { status: 'COMPLETED', error: 'Startup timed out', error_type: 'startup_timeout' } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.BROKE_TEXT)
  })
})

describe('stopping and going on', () => {
  it('leaves the work at the service, and finds it again', async () => {
    fal.statuses = [IN_PROGRESS]
    const stopping = new AbortController()
    bench.clock.hold()
    const running = bench.run(engine, bench.request(), stopping.signal)
    await bench.clock.untilAsleep()
    stopping.abort(new Error('stopping'))
    await expect(running).rejects.toThrow('stopping')
    expect(fal.of('PUT', /cancel/)).toEqual([])

    fal.statuses = [COMPLETED]
    await bench.run(engine, bench.request())
    expect(submits()).toHaveLength(1)
  })

  it('saves what it is asked for by before it waits', async () => {
    await bench.run(engine, bench.request())
    const [before, after] = bench.handles.map((handle) => JSON.parse(handle) as { ref: { requestId: string } | null })
    expect(before!.ref).toBeNull()
    expect(after!.ref!.requestId).toBe(fal.ids[0])
  })

  it('does nothing at all where it was stopped before', async () => {
    await expect(bench.run(engine, bench.request(), AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
    expect(fal.requests).toEqual([])
    expect(bench.handle).toBeNull()
  })

  it('cancels at the service what is past the time limit, counted from the order', async () => {
    fal.statuses = [IN_PROGRESS]
    const startedMs = bench.clock.nowMs()
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.TOO_LONG_TEXT)
    expect(bench.clock.nowMs() - startedMs).toBe(TIME_LIMIT_MS)
    expect(fal.of('PUT', /\/cancel$/)).toHaveLength(1)
    expect(Math.max(...bench.clock.sleeps)).toBeLessThanOrEqual(11_000)

    fal.statuses = [COMPLETED]
    await bench.run(engine, bench.request())
  })

  it('asks nobody but the queue itself, whatever addresses it names', async () => {
    const foreign = { status_url: 'http://127.0.0.1:1/s', response_url: 'http://127.0.0.1:1/r', cancel_url: 'http://127.0.0.1:1/c' }
    fal.submits = [{ json: { request_id: 'abcdefgh-1', ...foreign } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.LOST_TEXT)
    expect(fal.of('GET', /^\/fal-ai\/pixverse\/requests\/abcdefgh-1\/status$/)).not.toEqual([])
  })
})

describe('a file that is none', () => {
  const url = (address: string) => ({ json: { video: { url: address } } })
  it.each([
    ['an address of this computer', () => void (fal.result = url('https://127.0.0.1:1/video.mp4'))],
    ['a name of this computer', () => void (fal.result = url('https://localhost:1/video.mp4'))],
    ['an address without https', () => void (fal.result = url('http://93.184.215.14/video.mp4'))],
    ['no address', () => void (fal.result = url('file:///etc/passwd'))],
    ['a redirect to an inner address', () => void (fal.file = { status: 302, headers: { location: 'http://169.254.169.254/latest' } })],
    ['10 GB', () => void (fal.file = { bytes: Buffer.from('x'), headers: { 'content-length': '10737418240' } })],
    ['text', () => void (fal.file = { bytes: Buffer.from('<html>no</html>'.repeat(100)) })],
    ['the beginning of a video', async () => void (fal.file = { bytes: (await tinyVideo()).slice(0, 200) })],
  ])('is refused and leaves nothing: %s', async (_name, prepare) => {
    await prepare()
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.UNUSABLE_TEXT)
    expect((await readdir(bench.folder)).toSorted()).toEqual(['first.jpg', 'last.jpg'])
  })

  it('is fetched again where it broke off', async () => {
    const video = await tinyVideo()
    const files = ['drop', { status: 503 }, { bytes: video }]
    let tries = 0
    Object.defineProperty(fal, 'file', { get: () => files[tries++] })
    await bench.run(engine, bench.request())
    expect(tries).toBe(3)
  })
})
