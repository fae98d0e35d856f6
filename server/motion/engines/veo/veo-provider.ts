import type { GenerateVideosOperation, GenerateVideosParameters, GoogleGenAI } from '@google/genai'
import { z } from 'zod'
import type { VeoConfig } from '#server/engine-config.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { type Engine, type EngineRequest, EngineAway, EngineFailure } from '../engine.ts'
import { type RemoteAnswer, CALL_TIMEOUT_MS } from '../remote/call-remote.ts'
import { callClient } from '../remote/call-client.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { toRefusal, toVerdict } from '../remote/read-refusal.ts'
import { DECLINED_TEXT, NOT_READY_TEXT, RemoteError } from '../remote/remote-errors.ts'
import { type RemoteFile, type RemoteProvider, type RemoteState, addressOf } from '../remote/remote-provider.ts'
import { SENT_TYPE, nearestRatio, sentPictures } from '../remote/sent-picture.ts'
import { sentPrompt } from '../template-prompts.ts'
import { type ModelChoice, type Offer, createModelChoice, refuseUnoffered } from '../to-parameters.ts'
import { VEO_MODELS, VEO_RATIOS } from './veo-models.ts'

export interface GenaiPackage {
  readonly GoogleGenAI: typeof GoogleGenAI
  readonly GenerateVideosOperation: typeof GenerateVideosOperation
}

/** The operation's name, which is a path of the service. */
const refSchema = z.object({ name: z.string().regex(/^(?:\w[\w.-]*\/)*operations\/[\w-]{1,200}$/) })
type VeoRef = z.infer<typeof refSchema>

interface VeoDeps {
  readonly config: VeoConfig
  readonly client: GenaiPackage
  readonly choice: ModelChoice<Offer>
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
}

/** Google's Veo by the Gemini API and its own client: an operation is started, asked for, and names a file that only the key opens. */
function createVeoProvider(deps: VeoDeps): RemoteProvider<GenerateVideosParameters, VeoRef> {
  const { config, client, choice } = deps
  const origin = new URL(config.url).origin
  const call = <T>(signal: AbortSignal, work: (ai: GoogleGenAI) => Promise<T>) =>
    callClient({ ...deps, signal, limitMs: CALL_TIMEOUT_MS }, (fetch) =>
      work(new client.GoogleGenAI({ apiKey: config.key, vertexai: false, httpOptions: { baseUrl: config.url, fetch } })),
    )

  /** The key goes along as a header, and to the service's own origin alone. */
  function fileAt(uri: string): RemoteFile {
    const address = addressOf(uri, origin)
    return address.isTrusted ? { ...address, headers: { 'x-goog-api-key': config.key } } : address
  }

  return {
    name: 'veo',
    reserve: () => null,
    newsId: () => null,
    readRef: (raw) => refSchema.safeParse(raw).data,
    prepare: (request) => makeOrder(choice, request),
    async submit(order) {
      const placed = await call(new AbortController().signal, (ai) => ai.models.generateVideos(order))
      if (!placed.ok) throw refusalOf(placed.error)
      const ref = refSchema.safeParse(placed.value).data
      if (ref === undefined) throw new RemoteError('an order without a name', { isUnsent: false })
      return ref
    },
    async poll({ name }, signal) {
      const operation = Object.assign(new client.GenerateVideosOperation(), { name })
      const told = await call(signal, (ai) => ai.operations.getVideosOperation({ operation }))
      if (told.ok) return stateOf(told.value, fileAt)
      if (told.error.status === 404) return { state: 'lost' }
      throw toVerdict('veo', told.error.status, problemOf(told.error).message)
    },
    /** The service ends what it has begun, and charges for it. */
    cancel: async () => undefined,
  }
}

async function makeOrder(choice: ModelChoice<Offer>, request: EngineRequest): Promise<GenerateVideosParameters> {
  const { modelName, model } = choice.choose(request.modelName)
  const { bizType, duration, resolution, controls } = request
  refuseUnoffered(model, request)
  const prompt = sentPrompt(request)
  const { first, last, size } = await sentPictures(request)
  const image = (picture: Buffer) => ({ imageBytes: picture.toString('base64'), mimeType: SENT_TYPE })
  return {
    model: modelName,
    source: { prompt, image: image(first) },
    config: {
      numberOfVideos: 1,
      durationSeconds: durationSeconds(duration),
      resolution,
      aspectRatio: nearestRatio(size, VEO_RATIOS),
      ...(controls?.negativePrompt !== undefined && { negativePrompt: controls.negativePrompt }),
      ...(bizType === 'HEAD_TAIL' && { lastFrame: image(last) }),
    },
  }
}

const operationSchema = z.object({
  done: z.boolean().default(false),
  error: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
  response: z
    .object({
      generatedVideos: z.array(z.object({ video: z.object({ uri: z.string() }) })).default([]),
      raiMediaFilteredCount: z.number().default(0),
    })
    .optional(),
})

function stateOf(told: unknown, fileAt: (uri: string) => RemoteFile): RemoteState {
  const operation = operationSchema.safeParse(told).data
  if (operation === undefined) throw new RemoteError('an operation that says nothing', { isUnsent: true })
  const { done, error, response } = operation
  if (!done) return { state: 'working' }
  // These are codes of gRPC, not of HTTP.
  if (error !== undefined) throw toVerdict('veo', `code ${error.code}`, error.message)
  const [video] = response?.generatedVideos ?? []
  if (video !== undefined) return { state: 'done', file: fileAt(video.video.uri) }
  const isFiltered = (response?.raiMediaFilteredCount ?? 0) > 0
  throw isFiltered ? new EngineFailure(DECLINED_TEXT, { cause: new Error('veo: filtered') }) : toVerdict('veo', 'no video', '')
}

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

function problemOf({ body }: RemoteAnswer) {
  return problemSchema.safeParse(body).data?.error ?? { message: '', status: '', details: [] }
}

/** A wrong key and a missing account are told as malformed requests. */
function refusalOf(answer: RemoteAnswer): EngineFailure {
  const { message, status, details } = problemOf(answer)
  const isAccount = status === 'FAILED_PRECONDITION' || details.some(({ reason }) => reason === 'API_KEY_INVALID')
  if (isAccount) return new EngineAway(NOT_READY_TEXT, { cause: new Error(`veo: status ${answer.status}, ${status.slice(0, 40)}`) })
  return toRefusal('veo', answer.status, message)
}

interface VeoEngineDeps extends RemoteEngineDeps {
  readonly config: VeoConfig
  readonly client: GenaiPackage
  readonly fetch: typeof globalThis.fetch
}

/** An engine on Google's Veo. Tested against a local stand-in with its own client, not against the paid service. */
export function createVeoEngine(deps: VeoEngineDeps): Engine {
  const { config, clock } = deps
  const choice = createModelChoice<(typeof config.models)[number], Offer>(config.models, VEO_MODELS)
  return createRemoteEngine(createVeoProvider({ ...deps, choice, nowMs: clock.nowMs }), choice.parameters, deps)
}
