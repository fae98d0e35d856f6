import * as genai from '@google/genai'
import * as replicate from 'replicate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Engine, EngineRequest } from '#server/motion/engine.ts'
import { REPLICATE_MODEL_NAMES } from '#server/motion/engines/replicate/replicate-models.ts'
import { createReplicateEngine } from '#server/motion/engines/replicate/replicate-provider.ts'
import {
  AWAY_TEXT,
  BROKE_TEXT,
  DECLINED_TEXT,
  LOST_TEXT,
  NO_END_TEXT,
  NO_OPTION_TEXT,
  SETTINGS_TEXT,
  UNCONFIRMED_TEXT,
} from '#server/motion/engines/remote/call-remote.ts'
import { createVeoEngine } from '#server/motion/engines/veo/veo-provider.ts'
import { type ContractService, CONTRACT_CASES } from '../../fixtures/engines/contract-services.ts'
import { type EngineBench, createEngineBench, failureOf } from '../../fixtures/engines/engine-bench.ts'
import { type GatewayStub, endOf, resultOf } from '../../fixtures/engines/gateway-stub.ts'
import { REPLICATE_TOKEN } from '../../fixtures/engines/replicate-stub.ts'
import { GEMINI_KEY } from '../../fixtures/engines/veo-stub.ts'
import { TINY_VIDEO_SIZE, tinyVideo } from '../../fixtures/server/tiny-video.ts'

let bench: EngineBench
let service: ContractService
let engine: Engine
beforeEach(async () => {
  bench = await createEngineBench()
})
afterEach(async () => {
  await service.stub.close()
  await bench.close()
})

async function openService(name: string): Promise<void> {
  service = await CONTRACT_CASES.find((one) => one.name === name)!.start()
  engine = service.open(bench.deps)
}

/** The body of the last order. Each picture in it is replaced by the word JPEG. */
function lastOrderBody(): unknown {
  const text = service.stub.of('POST', service.orderPath).at(-1)!.body.toString()
  return JSON.parse(text.replaceAll(/(data:image\/jpeg;base64,)?\/9j\/[\w+/=]+/g, '$1JPEG'))
}

async function runOrder(changes: Partial<EngineRequest>): Promise<unknown> {
  bench.handle = null
  await bench.run(engine, bench.request(changes))
  return lastOrderBody()
}

const failureText = async (changes: Partial<EngineRequest> = {}) => {
  bench.handle = null
  return (await failureOf(bench.run(engine, bench.request(changes)))).message
}

const JPEG = 'data:image/jpeg;base64,JPEG'

describe('an order at Replicate', () => {
  beforeEach(() => openService('replicate'))
  const lastPath = () => service.stub.of('POST', service.orderPath).at(-1)!.path

  it('has the input of each model, and the first model by default', async () => {
    expect(await runOrder({})).toEqual({
      input: { prompt: 'slow push in', image: JPEG, duration: 6, resolution: '720p', seed: 8 },
      webhook: 'https://kinora.example/api/engine/webhook/replicate',
      webhook_events_filter: ['completed'],
    })
    expect(lastPath()).toBe('/v1/models/bytedance/seedance-1-pro/predictions')
    const soundRequest = { modelName: 'bytedance/seedance-1.5-pro', bizType: 'TEMPLATE', templateId: 'first-snow', aiMusic: 1 } as const
    expect(await runOrder(soundRequest)).toMatchObject({
      input: { generate_audio: true, duration: 6, prompt: expect.stringMatching(/snow/) },
    })
    expect(await runOrder({ modelName: 'minimax/hailuo-02', duration: '10s' })).toMatchObject({
      input: { first_frame_image: JPEG, duration: 10, resolution: '768p' },
    })
    expect(await runOrder({ modelName: 'wan-video/wan-2.2-i2v-fast', resolution: '480p' })).toMatchObject({
      input: { image: JPEG, num_frames: 97, frames_per_second: 16, resolution: '480p' },
    })
    expect(lastPath()).toBe('/v1/models/wan-video/wan-2.2-i2v-fast/predictions')
  })

  it('has the last picture where one is, in the fields of each model', async () => {
    const endFields = ['last_frame_image', 'last_frame_image', 'last_frame_image', 'last_image']
    for (const [index, modelName] of REPLICATE_MODEL_NAMES.entries()) {
      expect(await runOrder({ modelName, bizType: 'HEAD_TAIL' })).toMatchObject({ input: { [endFields[index]!]: JPEG } })
      expect(JSON.stringify(await runOrder({ modelName }))).not.toContain('last_')
    }
  })

  it('is not sent in a length or size that the model does not have', async () => {
    const requestCount = service.stub.requests.length
    for (const changes of [
      { modelName: 'minimax/hailuo-02', duration: '10s', resolution: '1080p' },
      { modelName: 'wan-video/wan-2.2-i2v-fast', duration: '8s' },
      { modelName: 'bytedance/seedance-1.5-pro', resolution: '1080p' },
    ] as const)
      expect(await failureText(changes)).toBe(NO_OPTION_TEXT)
    expect(service.stub.requests).toHaveLength(requestCount)
  })

  it('asks for no events without a secret to verify them', async () => {
    const config = { token: REPLICATE_TOKEN, models: REPLICATE_MODEL_NAMES, webhookSecret: undefined, url: `${service.stub.origin}/v1` }
    engine = createReplicateEngine({ ...bench.deps, config, client: replicate, webhookUrl: 'https://kinora.example/hook' })
    expect(Object.keys((await runOrder({})) as object)).toEqual(['input'])
    expect(engine.webhook).toBeUndefined()
  })

  it('that is refused for its input names the needed change', async () => {
    const refusal = (detail: string) => ({ status: 422, json: { title: 'Input validation failed', detail, status: 422 } })
    service.stub.submits = [refusal('- input.duration must be 5 or 10'), refusal('Prompt violates the content policy')]
    expect([await failureText(), await failureText()]).toEqual([SETTINGS_TEXT, DECLINED_TEXT])
    expect(service.ordered()).toBe(0)
  })
})

describe('an order at Veo', () => {
  beforeEach(() => openService('veo'))

  it('has the fields of the Gemini API: a ratio, a length, a resolution and the unwanted words', async () => {
    const controls = { negativePrompt: 'text', camera: 'rise' } as const
    const changes = { duration: '8s', resolution: '1080p', controls, bizType: 'HEAD_TAIL' } as const
    const picture = { bytesBase64Encoded: 'JPEG', mimeType: 'image/jpeg' }
    expect(await runOrder(changes)).toEqual({
      instances: [{ prompt: expect.stringMatching(/^slow push in, .*rises$/), image: picture, lastFrame: picture }],
      parameters: { sampleCount: 1, durationSeconds: 8, resolution: '1080p', aspectRatio: '16:9', negativePrompt: 'text' },
    })
    await runOrder({ modelName: 'veo-3.1-fast-generate-preview' })
    expect(service.stub.of('POST', service.orderPath).at(-1)!.path).toBe('/v1beta/models/veo-3.1-fast-generate-preview:predictLongRunning')
    expect(await failureText({ resolution: '1080p', duration: '4s' })).toBe(NO_OPTION_TEXT)
  })

  it('has its key in a header at each poll, and at the file behind its redirect', async () => {
    await runOrder({})
    expect(service.stub.requests.every(({ headers }) => headers['x-goog-api-key'] === GEMINI_KEY)).toBe(true)
    expect(service.stub.of('GET', /^\/download\//)).toHaveLength(1)
  })

  it('is sent to the Gemini API whatever else the environment contains', async () => {
    process.env['GOOGLE_GENAI_USE_VERTEXAI'] = 'true'
    try {
      const config = { account: { key: GEMINI_KEY }, models: ['veo-3.1-generate-preview'] as const, url: service.stub.origin }
      engine = createVeoEngine({ ...bench.deps, config, client: genai })
      await runOrder({})
      expect(service.ordered()).toBe(1)
    } finally {
      delete process.env['GOOGLE_GENAI_USE_VERTEXAI']
    }
  })

  it('of a project is sent to Google Cloud, and waits for its credentials', async () => {
    await service.stub.close()
    await openService('veo of a project')
    expect(await runOrder({ duration: '8s' })).toMatchObject({
      parameters: { durationSeconds: 8, resolution: '720p', aspectRatio: '16:9' },
    })
    const [submitRequest] = service.stub.of('POST', service.orderPath)
    expect(submitRequest!.path).toMatch(
      /^\/v1beta1\/projects\/studio\/locations\/us-central1\/publishers\/google\/models\/veo-3\.1-generate-001:/,
    )
    expect(submitRequest!.headers['x-goog-api-key']).toBeUndefined()

    class SignedOutClient extends genai.GoogleGenAI {
      constructor(options: genai.GoogleGenAIOptions) {
        const authClient = { getRequestHeaders: () => Promise.reject(new Error('no default credentials')) } as never
        super({ ...options, googleAuthOptions: { authClient } })
      }
    }
    const account = { project: 'studio', location: 'us-central1' }
    const config = { account, models: ['veo-3.1-generate-001'] as const, url: service.stub.origin }
    engine = createVeoEngine({ ...bench.deps, config, client: { ...genai, GoogleGenAI: SignedOutClient } })
    const requestCount = service.stub.requests.length
    expect(await failureText()).toBe(AWAY_TEXT)
    expect([service.stub.requests.length, String(bench.problems.map(String))]).toEqual([
      requestCount,
      expect.stringContaining('no credentials'),
    ])
  })

  it('that is refused for its words reports it', async () => {
    const json = { error: { code: 400, message: 'The prompt violates the usage guidelines.', status: 'INVALID_ARGUMENT' } }
    service.stub.submits = [{ status: 400, json }]
    expect(await failureText()).toBe(DECLINED_TEXT)
  })
})

describe('an order at the gateway', () => {
  let gateway: GatewayStub
  beforeEach(async () => {
    await openService('gateway')
    gateway = service.stub as GatewayStub
  })

  it('has one picture or both ends, a size, a ratio where the model needs one, sound and seed where it supports them', async () => {
    const image = { type: 'file', mediaType: 'image/jpeg', data: 'JPEG' }
    const commonFields = { prompt: 'slow push in', n: 1, image, duration: 6, resolution: '1280x720', providerOptions: {} }
    expect(await runOrder({})).toEqual({ ...commonFields, generateAudio: false })
    const modelName = 'google/veo-3.1-fast-generate-001'
    expect(await runOrder({ modelName, bizType: 'HEAD_TAIL' })).toEqual({
      ...commonFields,
      aspectRatio: '16:9',
      seed: 8,
      generateAudio: false,
      frameImages: [
        { image, frameType: 'first_frame' },
        { image, frameType: 'last_frame' },
      ],
    })
    expect(gateway.ordered).toEqual(['klingai/kling-v3.0-i2v', modelName])
    expect(service.stub.of('POST', service.orderPath)[0]!.headers).toMatchObject({ 'ai-video-model-specification-version': '3' })
  })

  it('is not sent with a last picture to a model that supports none', async () => {
    expect(await failureText({ modelName: 'alibaba/wan-v2.6-i2v', bizType: 'HEAD_TAIL' })).toBe(NO_END_TEXT)
    expect(service.stub.requests).toEqual([])
  })

  it('may return the video in its answer, whose loss in a crash is reported', async () => {
    const data = Buffer.from(await tinyVideo()).toString('base64')
    gateway.event = resultOf({ type: 'base64', data, mediaType: 'video/mp4' })
    const request = bench.request()
    expect(await bench.run(engine, request)).toMatchObject({ ...TINY_VIDEO_SIZE, costUsd: 0.35 })
    expect(bench.handle!.length).toBeLessThan(300)
    engine = service.open(bench.deps)
    expect((await failureOf(bench.run(engine, request))).message).toBe(LOST_TEXT)
    expect(service.ordered()).toBe(1)
  })

  it('stores no data URL of a video, and no answer without an address', async () => {
    gateway.event = resultOf({ type: 'url', url: `data:video/mp4;base64,${'A'.repeat(5000)}`, mediaType: 'video/mp4' })
    expect(await failureText()).toMatch(/can't be played/)
    gateway.event = { type: 'result', videos: [] }
    expect(await failureText()).toBe(BROKE_TEXT)
    expect(bench.handles.filter((handle) => handle.length > 300)).toEqual([])
  })

  it('that meets a server error is not sent again: another service may have accepted it', async () => {
    service.stub.submits = [{ status: 503, json: { error: { message: 'overloaded', type: 'internal_server_error' } } }]
    expect(await failureText()).toBe(UNCONFIRMED_TEXT)
    expect(service.stub.of('POST', service.orderPath)).toHaveLength(1)
  })

  it('that ends with an account’s problem after its start may have been ordered', async () => {
    gateway.event = endOf('rate_limit_exceeded', 'busy', 429)
    expect(await failureText()).toBe(BROKE_TEXT)
    gateway.event = endOf('authentication_error', 'Invalid key', 401)
    const error = await failureOf(bench.run(engine, bench.request()))
    expect(error.name).toBe('EngineFailure')
    expect(service.ordered()).toBe(2)
  })
})
