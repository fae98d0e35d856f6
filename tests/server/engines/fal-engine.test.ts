import type { Engine } from '#server/motion/engine.ts'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import * as texts from '#server/motion/engines/remote/call-remote.ts'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { type EngineBench, createEngineBench, failureOf, TIME_LIMIT_MS } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { readBoxes } from '../../fixtures/mp4-boxes.ts'
import { tinyVideo } from '../../fixtures/server/tiny-video.ts'

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

const submitRequests = () => fal.of('POST', /^\/fal-ai\//)
const inputOf = (index: number) => JSON.parse(submitRequests()[index]!.body.toString()) as Record<string, unknown>

describe('a video by fal', () => {
  it('sends the key in a header only and the picture inside the order, and asks the service to delete all soon', async () => {
    await bench.run(engine, bench.request())
    const [submit] = submitRequests()
    expect(submit).toMatchObject({ path: '/fal-ai/pixverse/v6/image-to-video', headers: { authorization: `Key ${FAL_KEY}` } })
    expect(submit!.headers['x-fal-object-lifecycle-preference']).toBe('{"expiration_duration_seconds":86400}')
    expect(submit!.headers['x-fal-request-timeout']).toBe(String(TIME_LIMIT_MS / 1000))
    expect(fal.requests.some(({ path, query }) => `${path}?${query}`.includes('secret'))).toBe(false)
    const { image_url: picture, ...input } = inputOf(0)
    expect(input).toEqual({ prompt: 'slow push in', duration: 6, resolution: '720p', seed: 8, generate_audio_switch: false })
    const bytes = Buffer.from(String(picture).replace('data:image/jpeg;base64,', ''), 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 400 })
  })

  it('moves from the first picture to the last in the nearest ratio', async () => {
    await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL' }))
    expect(submitRequests()[0]!.path).toBe('/fal-ai/pixverse/v6/transition')
    const { first_image_url: firstPicture, end_image_url: lastPicture, ...input } = inputOf(0)
    expect(input).toMatchObject({ aspect_ratio: '16:9', duration: 6 })
    expect([firstPicture, lastPicture].every((picture) => String(picture).startsWith('data:image/jpeg'))).toBe(true)
  })

  it('gets the words of an effect, and sound where music was chosen', async () => {
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', prompt: 'at dusk', aiMusic: 1 }))
    expect(inputOf(0)).toMatchObject({ prompt: expect.stringMatching(/snow.*\. at dusk$/), generate_audio_switch: true })
    bench.handle = null
    const longestPrompt = 'x'.repeat(MAX_PROMPT_LENGTH)
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', prompt: longestPrompt }))
    expect(inputOf(1)['prompt']).toHaveLength(MAX_PROMPT_LENGTH)
  })

  it('has its index moved to the front where it stands behind the frames', async () => {
    const boxOrder = ({ buffer, byteOffset, byteLength }: Uint8Array) => {
      const types = readBoxes(new DataView(buffer, byteOffset, byteLength)).map(({ type }) => type)
      return types.filter((type) => type === 'moov' || type === 'mdat')
    }
    expect(boxOrder(await tinyVideo())).toEqual(['mdat', 'moov'])
    const request = bench.request()
    await bench.run(engine, request)
    expect(boxOrder(await readFile(request.videoPath))).toEqual(['moov', 'mdat'])
  })
})

describe('errors on the way', () => {
  it('separates a server error of the work from one of the connection', async () => {
    fal.statuses = [COMPLETED]
    fal.result = { status: 500, json: { detail: [{ loc: ['body'], msg: 'x', type: 'downstream_service_error' }] } }
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.BROKE_TEXT)
    expect(bench.clock.sleeps).toEqual([])
  })
})

describe('a refusal', () => {
  const errorAnswer = (type: string) => ({ status: 422, json: { detail: [{ loc: ['body', 'prompt'], msg: 'secret words', type }] } })
  it.each([
    [errorAnswer('content_policy_violation'), texts.DECLINED_TEXT],
    [errorAnswer('image_too_small'), texts.PICTURE_TEXT],
    [errorAnswer('value_error'), texts.SETTINGS_TEXT],
    [{ status: 504, json: { detail: 'Request timed out', error_type: 'request_timeout' } }, texts.BROKE_TEXT],
    [{ status: 200, json: { images: [] } }, texts.BROKE_TEXT],
  ])('becomes a helpful message: %j', async (result, text) => {
    fal.statuses = [COMPLETED]
    fal.result = result
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(text)
    expect(JSON.stringify(bench.problems.map(String))).not.toContain('secret words')
  })

  it('of the order is reported at once, without the reason of a wrong key', async () => {
    fal.submits = [errorAnswer('content_policy_violation'), { status: 403, json: { detail: 'User is locked. Reason: Exhausted balance' } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.DECLINED_TEXT)
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.NOT_READY_TEXT)
    expect(bench.problems).toHaveLength(2)
  })

  it('reports when the service has ended the work by itself', async () => {
    fal.statuses = [{ json: { status: 'COMPLETED', error: 'Startup timed out', error_type: 'startup_timeout' } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.BROKE_TEXT)
  })
})

describe('an address', () => {
  it('of an answer is ignored, and the queue alone is requested', async () => {
    const foreignAddresses = {
      status_url: 'http://127.0.0.1:1/s',
      response_url: 'http://127.0.0.1:1/r',
      cancel_url: 'http://127.0.0.1:1/c',
    }
    fal.submits = [{ json: { request_id: 'abcdefgh-1', ...foreignAddresses } }]
    expect((await failureOf(bench.run(engine, bench.request()))).message).toBe(texts.LOST_TEXT)
    expect(fal.of('GET', /^\/fal-ai\/pixverse\/requests\/abcdefgh-1\/status$/)).not.toEqual([])
  })
})
