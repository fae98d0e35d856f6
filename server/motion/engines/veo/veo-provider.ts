import type { GenerateVideosOperation, GenerateVideosParameters, GoogleGenAI } from '@google/genai'
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { type Engine, type EngineRequest, EngineAway, EngineFailure } from '#server/motion/engine.ts'
import * as remote from '../remote/call-remote.ts'
import { callClient } from '../remote/call-client.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { MAX_INLINE_BYTES } from '../remote/download-file.ts'
import { type RemoteFile, type RemoteProvider, type RemoteState, addressOf } from '#server/motion/remote-provider.ts'
import { SENT_TYPE, nearestRatio, makeSentPictures } from '../remote/sent-picture.ts'
import { makeSentPrompt } from '../template-prompts.ts'
import { type ChosenModels, type ModelChoice, type Offer, createModelChoice, refuseUnoffered } from '../to-parameters.ts'
import { VEO_MODELS, VEO_RATIOS, type VEO_MODEL_NAMES } from './veo-models.ts'

export interface GenaiPackage {
  readonly GoogleGenAI: typeof GoogleGenAI
  readonly GenerateVideosOperation: typeof GenerateVideosOperation
}

/** The operation's name, which is a path of the service. */
const refSchema = z.object({ name: z.string().regex(/^(?:\w[\w.-]*\/)*operations\/[\w-]{1,200}$/) })
type VeoRef = z.infer<typeof refSchema>

export interface VeoConfig {
  /** The account that pays: a key of the Gemini API, or a Google Cloud project whose credentials this computer has. */
  readonly account: { readonly key: string } | { readonly project: string; readonly location: string }
  readonly models: ChosenModels<typeof VEO_MODEL_NAMES>
  readonly url: string
}

interface VeoDeps {
  readonly config: VeoConfig
  readonly client: GenaiPackage
  readonly choice: ModelChoice<Offer>
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
}

/** The status of a request that the account may not make. An account that may order a model may still be forbidden to read it. */
const NOT_ALLOWED_STATUS = 403

/** The time limit of a poll in ms; its answer may contain a video. */
const ANSWER_LIMIT_MS = 5 * 60_000

/**
 * Google's Veo by its own client, with a key of the Gemini API or a Google Cloud project. An operation is started and polled. With a key,
 * its answer names a file that only the key can download; with a project, the answer contains the video.
 */
function createVeoProvider(deps: VeoDeps): RemoteProvider<GenerateVideosParameters, VeoRef> {
  const { config, client, choice } = deps
  const { account, url: baseUrl } = config
  const origin = new URL(baseUrl).origin
  // All calls share one client, because it stores the access tokens of a project. This storage gives it the `fetch` of the current call.
  const currentFetch = new AsyncLocalStorage<typeof globalThis.fetch>()
  const accessOptions = 'key' in account ? { apiKey: account.key, vertexai: false } : { ...account, vertexai: true }
  const sendFetch: typeof globalThis.fetch = (input, init) => (currentFetch.getStore() ?? deps.fetch)(input, init)
  const ai = new client.GoogleGenAI({ ...accessOptions, httpOptions: { baseUrl, fetch: sendFetch } })

  async function call<T>(signal: AbortSignal, limits: { limitMs: number; maxBytes?: number }, work: () => Promise<T>) {
    try {
      return await callClient({ ...deps, ...limits, signal }, (fetch) => currentFetch.run(fetch, work))
    } catch (error) {
      if (signal.aborted || error instanceof remote.RemoteError) throw error
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'no error'
      throw new remote.RemoteError('no credentials for the project', { isUnsent: true, cause: new Error(reason) })
    }
  }

  function fileOf({ uri, videoBytes }: z.infer<typeof videoSchema>): RemoteFile | undefined {
    if (videoBytes !== undefined) return { bytes: Buffer.from(videoBytes, 'base64') }
    if (uri === undefined) return undefined
    const address = addressOf(uri, origin)
    // The key is sent as a header, and only to the service's own origin.
    return address.isTrusted && 'key' in account ? { ...address, headers: { 'x-goog-api-key': account.key } } : address
  }

  return {
    name: 'veo',
    reserve: () => null,
    webhookId: () => null,
    readRef: (raw) => refSchema.safeParse(raw).data,
    prepare: (request) => makeOrder(choice, request),
    async submit(order) {
      const answer = await call(neverAborted(), { limitMs: remote.CALL_TIMEOUT_MS }, () => ai.models.generateVideos(order))
      if (!answer.ok) throw refusalOf(answer.error)
      const ref = refSchema.safeParse(answer.value).data
      if (ref === undefined) throw new remote.RemoteError('an order without a name', { isUnsent: false })
      return ref
    },
    async poll({ name }, signal) {
      const operation = Object.assign(new client.GenerateVideosOperation(), { name })
      const limits = { limitMs: ANSWER_LIMIT_MS, maxBytes: MAX_INLINE_BYTES }
      const answer = await call(signal, limits, () => ai.operations.getVideosOperation({ operation }))
      if (answer.ok) return stateOf(answer.value, fileOf)
      if (answer.error.status === 404) return { state: 'lost' }
      throw remote.toVerdict('veo', answer.error.status, problemOf(answer.error).message)
    },
    async check(signal) {
      const { modelName: model } = choice.choose('')
      const answer = await call(signal, { limitMs: remote.CALL_TIMEOUT_MS }, () => ai.models.get({ model }))
      if (answer.ok) return
      const refusal = refusalOf(answer.error)
      if (refusal instanceof EngineAway && answer.error.status !== NOT_ALLOWED_STATUS) throw refusal
    },
    /** Sends nothing: the service completes work that it has started, and charges for it. */
    cancel: async () => undefined,
  }
}

async function makeOrder(choice: ModelChoice<Offer>, request: EngineRequest): Promise<GenerateVideosParameters> {
  const { modelName, model } = choice.choose(request.modelName)
  const { bizType, duration, resolution, controls } = request
  refuseUnoffered(model, request)
  const prompt = makeSentPrompt(request)
  const { firstPicture, lastPicture, size } = await makeSentPictures(request)
  const toImage = (picture: Buffer) => ({ imageBytes: picture.toString('base64'), mimeType: SENT_TYPE })
  return {
    model: modelName,
    source: { prompt, image: toImage(firstPicture) },
    config: {
      numberOfVideos: 1,
      durationSeconds: durationSeconds(duration),
      resolution,
      aspectRatio: nearestRatio(size, VEO_RATIOS),
      ...(controls?.negativePrompt !== undefined && { negativePrompt: controls.negativePrompt }),
      ...(bizType === 'HEAD_TAIL' && { lastFrame: toImage(lastPicture) }),
    },
  }
}

const videoSchema = z.object({ uri: z.string().optional(), videoBytes: z.string().optional() })
const operationSchema = z.object({
  done: z.boolean().default(false),
  error: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
  response: z
    .object({
      generatedVideos: z.array(z.object({ video: videoSchema })).default([]),
      raiMediaFilteredCount: z.number().default(0),
    })
    .optional(),
})

function stateOf(answer: unknown, fileOf: (video: z.infer<typeof videoSchema>) => RemoteFile | undefined): RemoteState {
  const operation = operationSchema.safeParse(answer).data
  if (operation === undefined) throw new remote.RemoteError('an operation that says nothing', { isUnsent: true })
  const { done, error, response } = operation
  if (!done) return { state: 'working' }
  // The error codes of an operation are those of gRPC, not of HTTP.
  if (error !== undefined) throw remote.toVerdict('veo', `code ${error.code}`, error.message)
  const [generatedVideo] = response?.generatedVideos ?? []
  const file = generatedVideo === undefined ? undefined : fileOf(generatedVideo.video)
  if (file !== undefined) return { state: 'done', file }
  const isFiltered = (response?.raiMediaFilteredCount ?? 0) > 0
  throw isFiltered
    ? new EngineFailure(remote.DECLINED_TEXT, { cause: new Error('veo: filtered') })
    : remote.toVerdict('veo', 'no video', '')
}

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

function problemOf({ body }: remote.RemoteAnswer) {
  return problemSchema.safeParse(body).data?.error ?? { message: '', status: '', details: [] }
}

/** The failure of a request that Google rejected. Google reports a wrong key and a missing account like malformed requests. */
function refusalOf(answer: remote.RemoteAnswer): EngineFailure {
  const { message, status, details } = problemOf(answer)
  const isAccount = status === 'FAILED_PRECONDITION' || details.some(({ reason }) => reason === 'API_KEY_INVALID')
  if (isAccount)
    return new EngineAway(remote.NOT_READY_TEXT, 'not_ready', { cause: new Error(`veo: status ${answer.status}, ${status.slice(0, 40)}`) })
  return remote.toRefusal('veo', answer.status, message)
}

interface VeoEngineDeps extends RemoteEngineDeps {
  readonly config: VeoConfig
  readonly client: GenaiPackage
  readonly fetch: typeof globalThis.fetch
}

/** An engine on Google's Veo. Tested with its own client against a local fake, not the paid service. */
export function createVeoEngine(deps: VeoEngineDeps): Engine {
  const { config, clock } = deps
  const choice = createModelChoice<(typeof config.models)[number], Offer>(config.models, VEO_MODELS)
  return createRemoteEngine(createVeoProvider({ ...deps, choice, nowMs: clock.nowMs }), choice.parameters, deps)
}
