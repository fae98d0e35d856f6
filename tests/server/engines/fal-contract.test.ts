import type { EndpointTypeMap } from '@fal-ai/client/endpoints'
import type { StubRequest } from '../../fixtures/engines/http-stub.ts'
import { ApiError, createFalClient, ValidationError } from '@fal-ai/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFalProvider } from '#server/motion/engines/fal/fal-provider.ts'
import { FAL_MODELS, pixverse55, pixverse6 } from '#server/motion/engines/fal/fal-models.ts'
import { type ContractService, CONTRACT_CASES } from '../../fixtures/engines/contract-services.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, COMPLETED, FAL_KEY, startFalStub } from '../../fixtures/engines/fal-stub.ts'
import { neverAborted } from '#shared/never-aborted.ts'

const WEBHOOK_URL = 'https://kinora.example/api/engine/webhook/fal'
const PICTURES = {
  firstPicture: 'data:image/jpeg;base64,AA==',
  lastPicture: 'data:image/jpeg;base64,AA==',
  size: { width: 300, height: 400 },
}

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

function falClient(origin: string, credentials = FAL_KEY) {
  return createFalClient({
    credentials,
    requestMiddleware: async (request) => ({ ...request, url: request.url.replace('https://queue.fal.run', origin) }),
  })
}

type Input<Endpoint extends keyof EndpointTypeMap> = EndpointTypeMap[Endpoint]['input']
/** Compiles only if the types of fal's endpoint know every sent field. */
function expectKnownFields<Endpoint extends keyof EndpointTypeMap>() {
  return <Sent extends Input<Endpoint>>(input: Sent & Record<Exclude<keyof Sent, keyof Input<Endpoint>>, never>) => input
}

describe('fal’s own types', () => {
  it('accept each order, field by field', () => {
    const request = bench.request({ resolution: '480p', duration: '8s' })
    const image6 = pixverse6.image(request, 'p', PICTURES)
    const transition6 = pixverse6.transition(request, 'p', PICTURES)
    const image55 = pixverse55.image(request, 'p', PICTURES)
    const transition55 = pixverse55.transition(request, 'p', PICTURES)
    expectKnownFields<'fal-ai/pixverse/v6/image-to-video'>()(image6.input)
    expectKnownFields<'fal-ai/pixverse/v6/transition'>()(transition6.input)
    expectKnownFields<'fal-ai/pixverse/v5.5/image-to-video'>()(image55.input)
    expectKnownFields<'fal-ai/pixverse/v5.5/transition'>()(transition55.input)
    // @ts-expect-error A field that the endpoint does not know does not compile.
    expectKnownFields<'fal-ai/pixverse/v6/image-to-video'>()({ ...image6.input, cfg_scale: 1 })
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

describe('fal’s own client', () => {
  const requestFields = ({ method, path, query, headers, body }: StubRequest) => ({
    method,
    path,
    webhook: query.get('fal_webhook'),
    authorization: headers.authorization,
    body: method === 'POST' ? (JSON.parse(body.toString()) as unknown) : null,
  })

  it('sends the same requests as ours: submit, status, result, cancel', async () => {
    const { endpoint, input } = pixverse6.image(bench.request(), 'slow push in', PICTURES)
    const client = falClient(fal.origin)
    const { request_id: requestId } = await client.queue.submit('fal-ai/pixverse/v6/image-to-video', { input, webhookUrl: WEBHOOK_URL })
    const status = await client.queue.status(endpoint, { requestId })
    const { data } = await client.queue.result(endpoint, { requestId })
    await client.queue.cancel(endpoint, { requestId })
    expect(status.status).toBe('COMPLETED')
    const clientRequests = fal.requests.map(requestFields)

    const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: '' } as const
    const { fetch, clock, timeLimitMs } = bench.deps
    const provider = createFalProvider({ config, fetch, nowMs: () => clock.nowMs(), timeLimitMs, webhookUrl: WEBHOOK_URL })
    const ref = await provider.submit({ endpoint, input }, null, neverAborted())
    const state = await provider.poll(ref, neverAborted())
    await provider.cancel(ref)
    const ourRequests = fal.requests.slice(clientRequests.length).map(requestFields)

    expect(state).toMatchObject({ state: 'done', file: { url: (data as { video: { url: string } }).video.url } })
    const withoutId = (request: ReturnType<typeof requestFields>) => ({ ...request, path: request.path.replace(/[\da-f-]{36}/, 'ID') })
    expect(ourRequests.map(withoutId)).toEqual(clientRequests.map(withoutId))
    expect(ourRequests.map(({ method, path }) => `${method} ${path.replace(ref.requestId, 'ID')}`)).toEqual([
      'POST /fal-ai/pixverse/v6/image-to-video',
      'GET /fal-ai/pixverse/requests/ID/status',
      'GET /fal-ai/pixverse/requests/ID',
      'PUT /fal-ai/pixverse/requests/ID/cancel',
    ])
  })
})

describe('fal’s own client against the stub of the contract', () => {
  const ENDPOINT = 'fal-ai/pixverse/v6/image-to-video'
  const { start } = CONTRACT_CASES.find(({ name }) => name === 'fal')!
  let service: ContractService
  beforeEach(async () => {
    service = await start()
  })
  afterEach(() => service.stub.close())

  const submitOrder = async (client = falClient(service.stub.origin)) => {
    const { input } = pixverse6.image(bench.request(), 'slow push in', PICTURES)
    const { request_id: requestId } = await client.queue.submit(ENDPOINT, { input })
    return { client, requestId }
  }
  const readOrderError = async () => {
    const { client, requestId } = await submitOrder()
    return client.queue.result(ENDPOINT, { requestId }).catch((error: unknown) => error)
  }

  it('sees an order that waits, is made and has a video, or is cancelled', async () => {
    const { client, requestId } = await submitOrder()
    const statuses: string[] = []
    for (let count = 0; count < 3; count += 1) statuses.push((await client.queue.status(ENDPOINT, { requestId })).status)
    expect(statuses).toEqual(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'])
    expect(await client.queue.result(ENDPOINT, { requestId })).toMatchObject({ data: { video: { url: expect.any(String) } } })
    service.stall()
    expect(await client.queue.status(ENDPOINT, { requestId })).toMatchObject({ status: 'IN_PROGRESS' })
    await client.queue.cancel(ENDPOINT, { requestId })
    expect([service.ordered(), service.cancelled()]).toEqual([1, 1])
  })

  it('sees declined content, with its reason', async () => {
    service.decline!('no')
    const error = await readOrderError()
    expect(error).toBeInstanceOf(ValidationError)
    expect((error as ValidationError).fieldErrors).toMatchObject([{ type: 'content_policy_violation', msg: 'no' }])
  })

  it('sees failed work, and an unknown request', async () => {
    service.fail('no')
    const failedError = await readOrderError()
    expect(failedError).toMatchObject({ status: 500, body: { detail: [{ type: 'downstream_service_error' }] } })
    const lostError = await falClient(service.stub.origin)
      .queue.status(ENDPOINT, { requestId: '00000000-0000-0000-0000-000000000000' })
      .catch((error: unknown) => error)
    expect([failedError, lostError].every((error) => error instanceof ApiError)).toBe(true)
    expect(lostError).toMatchObject({ status: 404 })
  })

  it('sees a wrong key, and a full queue, which this client retries by itself', async () => {
    const refusedError = await submitOrder(falClient(service.stub.origin, 'wrong:key')).catch((error: unknown) => error)
    expect(refusedError).toMatchObject({ status: 401 })
    service.stub.submits = [{ status: 429, json: { detail: 'slow down' } }]
    await submitOrder()
    expect([service.ordered(), service.stub.of('POST', service.orderPath).length]).toEqual([1, 3])
  })
})
