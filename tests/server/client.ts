import type { Call } from '#shared/api/define-call.ts'
import type { Result } from '#shared/result.ts'
import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { GenerateCustomInput, GenerateHeadTailInput, GenerateTemplateInput } from '#shared/api/generation.ts'
import { stripMetadata } from '#server/pictures/receive-picture.ts'
import { type CallOptions, createApiClient } from '#shared/api/client.ts'
import { presignUpload } from '#shared/api/files.ts'
import { generateCustom, queryBatch, queryTask } from '#shared/api/generation.ts'
import { payLogin } from '#shared/api/pay-user.ts'
import { SIGNATURE_KEY } from '#shared/api/common-params.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { createDiskMedia } from '#server/media-store/disk-store.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

/** The cookies of one browser, by name. A copy of the map is a second browser with the same cookies. */
export type CookieJar = Map<string, string>

/** One browser in a test: its own user token and cookies, and the product's API client with a connection to the server. */
export interface TestClient {
  readonly token: string
  readonly jar: CookieJar
  call<Input, Data>(call: Call<Input, Data>, input: Input, options?: CallOptions): Promise<Result<Data>>
  /** Makes a call that must succeed, and returns its value. */
  get<Input, Data>(call: Call<Input, Data>, input: Input, options?: CallOptions): Promise<Data>
  /** Makes a call that must be refused, and returns the error's code and fields. */
  refusal<Input, Data>(call: Call<Input, Data>, input: Input, options?: CallOptions): Promise<{ code: string; fields?: readonly string[] }>
  request(path: string, init?: RequestInit): Promise<Response>
  /** Status of the latest call. */
  status(): number
  /** Headers of the latest call. */
  headers(): Headers
  /** The latest call's raw answer with its envelope; can be read once. */
  envelope(): Promise<unknown>
}

export interface ClientOptions {
  readonly token?: string
  readonly address?: string
  readonly nowMs?: () => number
  readonly signKey?: string
  readonly businessUserId?: string
  /** Clients with the same jar are tabs of one browser. */
  readonly jar?: CookieJar
  /** Sent with each call; they replace the call's own headers of the same name. */
  readonly headers?: Readonly<Record<string, string>>
}

export const ORIGIN = 'http://localhost'

/** Starts a server whose videos wait for their release, with one visitor and a picture of this visitor. */
export async function startServerWithPausedEngine(welcomePointsVisitor: number) {
  const engine = createPausedEngine()
  const server = await startTestServer({ listen: false, engine, config: { welcomePointsVisitor } })
  const visitor = await createVisitor(server)
  return { engine, server, visitor, files: await createDiskMedia(server.dataDir), image: await upload(visitor) }
}

export function makeToken(): string {
  return randomUUID().replaceAll('-', '')
}

export function createTestClient(server: Pick<TestServer, 'app'>, options: ClientOptions = {}): TestClient {
  const token = options.token ?? makeToken()
  const address = options.address ?? '127.0.0.1'
  const jar = options.jar ?? new Map<string, string>()
  let latestResponse = new Response()
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), ...options.headers })
    if (!headers.has('origin')) headers.set('origin', ORIGIN)
    if (!headers.has('cookie') && jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await server.app.request(ORIGIN + path, { ...init, headers }, { incoming: { socket: { remoteAddress: address } } })
    storeCookies(jar, response)
    return response
  }
  const api = createApiClient({
    fetch: async (input, init) => {
      latestResponse = await request(input instanceof Request ? input.url : input.toString(), init)
      return latestResponse.clone()
    },
    nowMs: options.nowMs ?? Date.now,
    signKey: options.signKey ?? SIGNATURE_KEY,
    readCallerParams: async () => ({
      deviceSize: '800x600',
      language: 'en',
      userToken: token,
      appInstanceId: 'test',
      appVersion: '0.0.0',
      appPackage: 'test',
      businessUserId: options.businessUserId ?? '',
    }),
  })
  const client: TestClient = {
    token,
    jar,
    call: (call, input, callOptions) => api.call(call, input, callOptions),
    async get(call, input, callOptions) {
      const result = await api.call(call, input, callOptions)
      if (!result.ok) throw new Error(`${call.path}: ${JSON.stringify(result.error)}`)
      return result.value
    },
    async refusal(call, input, callOptions) {
      const result = await api.call(call, input, callOptions)
      if (result.ok) throw new Error(`${call.path} was not refused: ${JSON.stringify(result.value)}`)
      const { code, fields } = result.error
      return fields === undefined ? { code } : { code, fields }
    },
    request,
    status: () => latestResponse.status,
    headers: () => latestResponse.headers,
    envelope: async () => latestResponse.json() as Promise<unknown>,
  }
  return client
}

function storeCookies(jar: CookieJar, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (/;\s*max-age=0(?:;|$)/i.test(cookie)) jar.delete(name)
    else jar.set(name, value)
  }
}

/** Creates a client and does its anonymous login. */
export async function createVisitor(server: Pick<TestServer, 'app'>, options: ClientOptions = {}): Promise<TestClient> {
  const client = createTestClient(server, options)
  await client.get(payLogin, {})
  return client
}

let photo: Promise<Buffer> | undefined

/** A photo as the page sends it, without the camera's metadata. */
export function smallPhoto(): Promise<Buffer> {
  photo ??= makePhoto({ width: 480, height: 360 }).then((bytes) => stripMetadata(bytes, 'image/jpeg'))
  return photo
}

/** Stores a picture for a visitor and returns its address. */
export async function upload(client: TestClient, bytes?: Buffer): Promise<string> {
  const file = bytes ?? (await smallPhoto())
  const permit = await client.get(presignUpload, { filename: 'photo.jpg', contentType: 'image/jpeg', size: file.byteLength })
  const response = await client.request(permit.presignedUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(file),
  })
  expect(response.status).toBe(200)
  return permit.fileUrl
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function customInput(image: string, changes: Partial<GenerateCustomInput> = {}): GenerateCustomInput {
  return {
    modelName: 'kinora-motion-1',
    prompt: 'slow push in',
    images: [image],
    duration: '6s',
    resolution: '720p',
    videoNum: 1,
    extParams: { imageFidelity: 0.5 },
    ...changes,
  }
}

export function headTailInput(images: readonly string[], changes: Partial<GenerateHeadTailInput> = {}): GenerateHeadTailInput {
  return { ...customInput(''), images: [...images], ...changes }
}

export function templateInput(image: string, changes: Partial<GenerateTemplateInput> = {}): GenerateTemplateInput {
  const { prompt, duration, resolution, videoNum } = customInput(image)
  return { templateId: EFFECTS[0]?.id ?? '', prompt, images: [image], duration, resolution, videoNum, aiMusic: 1, ...changes }
}

/** Commits, and returns the ids of the batch and its tasks. */
export async function commit(client: TestClient, image: string, changes: Partial<GenerateCustomInput> = {}, key: string = randomUUID()) {
  return client.get(generateCustom, customInput(image, changes), { idempotencyKey: key })
}

/** Polls until every task of a batch has one of the wanted states. */
export async function untilStatus(client: TestClient, batchId: string, ...wantedStatuses: string[]) {
  await expect
    .poll(async () => (await client.get(queryBatch, { batchId })).tasks.every(({ status }) => wantedStatuses.includes(status)), {
      timeout: 15_000,
    })
    .toBe(true)
  return client.get(queryBatch, { batchId })
}

export function creation(client: TestClient, taskId: string) {
  return client.get(queryTask, { taskId })
}
