import type { EndpointTypeMap } from '@fal-ai/client/endpoints'
import type { StubRequest } from '../../fixtures/engines/http-stub.ts'
import { createFalClient } from '@fal-ai/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFalProvider } from '#server/motion/engines/fal/fal-provider.ts'
import { FAL_MODELS, pixverse55, pixverse6 } from '#server/motion/engines/fal/fal-models.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, startFalStub } from '../../fixtures/engines/fal-stub.ts'

const HOOK = 'https://kinora.example/api/engine/webhook/fal'
const PICTURES = { first: 'data:image/jpeg;base64,AA==', last: 'data:image/jpeg;base64,AA==', size: { width: 300, height: 400 } }

let fal: FalStub
let bench: EngineBench
beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
  fal.statuses = [COMPLETED]
})
afterEach(async () => {
  await fal.close()
  await bench.close()
})

type Input<Endpoint extends keyof EndpointTypeMap> = EndpointTypeMap[Endpoint]['input']
/** Compiles only where every field that is sent is one that the endpoint knows. */
function known<Endpoint extends keyof EndpointTypeMap>() {
  return <Sent extends Input<Endpoint>>(sent: Sent & Record<Exclude<keyof Sent, keyof Input<Endpoint>>, never>) => sent
}

describe('what fal’s own types say', () => {
  it('accepts each order, field by field', () => {
    const request = bench.request({ resolution: '480p', duration: '8s' })
    const image6 = pixverse6.image(request, 'p', PICTURES)
    const transition6 = pixverse6.transition(request, 'p', PICTURES)
    const image55 = pixverse55.image(request, 'p', PICTURES)
    const transition55 = pixverse55.transition(request, 'p', PICTURES)
    known<'fal-ai/pixverse/v6/image-to-video'>()(image6.input)
    known<'fal-ai/pixverse/v6/transition'>()(transition6.input)
    known<'fal-ai/pixverse/v5.5/image-to-video'>()(image55.input)
    known<'fal-ai/pixverse/v5.5/transition'>()(transition55.input)
    // @ts-expect-error A field that the endpoint does not know does not compile.
    known<'fal-ai/pixverse/v6/image-to-video'>()({ ...image6.input, cfg_scale: 1 })
    expect([image6, transition6, image55, transition55].map(({ endpoint }) => endpoint)).toEqual([
      'fal-ai/pixverse/v6/image-to-video',
      'fal-ai/pixverse/v6/transition',
      'fal-ai/pixverse/v5.5/image-to-video',
      'fal-ai/pixverse/v5.5/transition',
    ])
    expect(image6.input).toMatchObject({ resolution: '540p', duration: 8 })
    expect(image55.input).toMatchObject({ duration: '8' })
    expect(transition6.input).toMatchObject({ aspect_ratio: '3:4' })
    expect(FAL_MODELS['pixverse-v5.5'].offers('10s', '1080p')).toBe(false)
  })
})

describe('what fal’s own client does', () => {
  const shown = ({ method, path, query, headers, body }: StubRequest) => ({
    method,
    path,
    webhook: query.get('fal_webhook'),
    authorization: headers.authorization,
    body: method === 'POST' ? (JSON.parse(body.toString()) as unknown) : null,
  })

  it('is what we do: submit, status, result, cancel', async () => {
    const { endpoint, input } = pixverse6.image(bench.request(), 'slow push in', PICTURES)
    const client = createFalClient({
      credentials: FAL_KEY,
      requestMiddleware: async (request) => ({ ...request, url: request.url.replace('https://queue.fal.run', fal.origin) }),
    })
    const { request_id: requestId } = await client.queue.submit('fal-ai/pixverse/v6/image-to-video', { input, webhookUrl: HOOK })
    const status = await client.queue.status(endpoint, { requestId })
    const { data } = await client.queue.result(endpoint, { requestId })
    await client.queue.cancel(endpoint, { requestId })
    expect(status.status).toBe('COMPLETED')
    const theirs = fal.requests.map(shown)

    const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: '' } as const
    const { fetch, clock, timeLimitMs } = bench.deps
    const provider = createFalProvider({ config, fetch, nowMs: () => clock.nowMs(), timeLimitMs, webhookUrl: HOOK })
    const ref = await provider.submit({ endpoint, input }, null, new AbortController().signal)
    const state = await provider.poll(ref, new AbortController().signal)
    await provider.cancel(ref)
    const ours = fal.requests.slice(theirs.length).map(shown)

    expect(state).toMatchObject({ state: 'done', file: { url: (data as { video: { url: string } }).video.url } })
    const named = (request: ReturnType<typeof shown>) => ({ ...request, path: request.path.replace(/[\da-f-]{36}/, 'ID') })
    expect(ours.map(named)).toEqual(theirs.map(named))
    expect(ours.map(({ method, path }) => `${method} ${path.replace(ref.requestId, 'ID')}`)).toEqual([
      'POST /fal-ai/pixverse/v6/image-to-video',
      'GET /fal-ai/pixverse/requests/ID/status',
      'GET /fal-ai/pixverse/requests/ID',
      'PUT /fal-ai/pixverse/requests/ID/cancel',
    ])
  })
})
