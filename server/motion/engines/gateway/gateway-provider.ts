import type { createGateway } from 'ai'
import { z } from 'zod'
import { type Resolution, durationSeconds } from '#shared/domain/generation-options.ts'
import { type Engine, type EngineRequest, EngineFailure, seedOfVariation } from '#server/motion/engine.ts'
import { callClient } from '../remote/call-client.ts'
import { parseJson, refuseAccount, toRefusal, toVerdict, UNUSABLE_TEXT } from '../remote/call-remote.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { MAX_INLINE_BYTES } from '../remote/download-file.ts'
import { type RemoteProvider, addressOf } from '#server/motion/remote-provider.ts'
import { SENT_TYPE, nearestRatio, makeSentPictures } from '../remote/sent-picture.ts'
import { makeSentPrompt } from '../template-prompts.ts'
import { type ChosenModels, type ModelChoice, createModelChoice, refuseUnoffered } from '../to-parameters.ts'
import { type GatewayModel, GATEWAY_MODELS, type GATEWAY_MODEL_NAMES } from './gateway-models.ts'

export interface GatewayPackage {
  readonly createGateway: typeof createGateway
}
type VideoModel = ReturnType<ReturnType<typeof createGateway>['videoModel']>
type VideoOptions = Parameters<VideoModel['doGenerate']>[0]
type Video = Awaited<ReturnType<VideoModel['doGenerate']>>['videos'][number]

/** The maximum length of a video's address, which is stored in the task's handle. A longer address is rejected. */
const MOST_URL_LENGTH = 4096
/** Only this status means that nothing was ordered. After a server error, a service behind the gateway may have accepted the order. */
const UNSENT_STATUSES = [429]

const costSchema = z.number().optional()
const refSchema = z.union([
  z.object({ url: z.string().max(MOST_URL_LENGTH), costUsd: costSchema }),
  z.object({ heldId: z.string(), costUsd: costSchema }),
])
type GatewayRef = z.infer<typeof refSchema>

interface GatewayOrder {
  readonly modelName: string
  readonly options: VideoOptions
}

export interface GatewayConfig {
  readonly key: string
  readonly models: ChosenModels<typeof GATEWAY_MODEL_NAMES>
  readonly url: string
}

interface GatewayDeps {
  readonly config: GatewayConfig
  readonly client: GatewayPackage
  readonly choice: ModelChoice<GatewayModel>
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  readonly timeLimitMs: number
}

/**
 * The AI SDK's gateway. A call lasts until the video is finished and returns no handle. An order lost in a crash cannot be found: it
 * fails, its points are returned, and it is not ordered again. The address of a finished video survives a crash, inline bytes do not.
 */
function createGatewayProvider(deps: GatewayDeps): RemoteProvider<GatewayOrder, GatewayRef> {
  const { config, client, choice, timeLimitMs } = deps
  const origin = new URL(config.url).origin
  const pendingVideos = new Map<string, Uint8Array>()

  function storeVideo(video: Video, costUsd: number | undefined): GatewayRef {
    if (video.type === 'url' && video.url.length <= MOST_URL_LENGTH) return { url: video.url, costUsd }
    if (video.type === 'url') throw new EngineFailure(UNUSABLE_TEXT, { cause: new Error('gateway: an address that is none') })
    const heldId = crypto.randomUUID()
    pendingVideos.set(heldId, video.type === 'binary' ? video.data : Buffer.from(video.data, 'base64'))
    return { heldId, costUsd }
  }

  return {
    name: 'gateway',
    isBlocking: true,
    reserve: () => null,
    webhookId: () => null,
    readRef: (raw) => refSchema.safeParse(raw).data,
    prepare: (request) => makeOrder(choice, request),
    async submit({ modelName, options }, _reserved, signal) {
      const limits = { limitMs: timeLimitMs, maxBytes: MAX_INLINE_BYTES, unsentStatuses: UNSENT_STATUSES }
      const answer = await callClient({ ...deps, ...limits, signal }, async (fetch) => {
        const gateway = client.createGateway({ apiKey: config.key, baseURL: config.url, fetch })
        try {
          return await gateway.videoModel(modelName).doGenerate({ ...options, abortSignal: signal })
        } catch (error) {
          return toErrorEvent(error)
        }
      })
      if (!answer.ok) throw toRefusal('gateway', answer.error.status, problemSchema.safeParse(answer.error.body).data?.error.message ?? '')
      if ('errorType' in answer.value) throw toVerdict('gateway', answer.value.errorType.slice(0, 40), answer.value.message)
      const [video] = answer.value.videos
      if (video === undefined) throw toVerdict('gateway', 'no video', '')
      return storeVideo(video, metadataSchema.safeParse(answer.value.providerMetadata).data?.gateway.cost)
    },
    async poll(ref) {
      if ('url' in ref) return { state: 'done', file: { ...addressOf(ref.url, origin), costUsd: ref.costUsd } }
      const bytes = pendingVideos.get(ref.heldId)
      pendingVideos.delete(ref.heldId)
      return bytes === undefined ? { state: 'lost' } : { state: 'done', file: { bytes, costUsd: ref.costUsd } }
    },
    async check(signal) {
      const credits = await callClient({ ...deps, signal }, (fetch) =>
        client.createGateway({ apiKey: config.key, baseURL: config.url, fetch }).getCredits(),
      )
      if (!credits.ok) refuseAccount('gateway', credits.error.status)
    },
    /** Sends nothing: a disconnect cancels a running order, and a finished order is already paid for. */
    async cancel(ref) {
      if ('heldId' in ref) pendingVideos.delete(ref.heldId)
    },
  }
}

const LANDSCAPE_SIZES = { '480p': '854x480', '720p': '1280x720', '1080p': '1920x1080' } as const satisfies Record<
  Resolution,
  VideoOptions['resolution']
>
const PORTRAIT_SIZES = { '480p': '480x854', '720p': '720x1280', '1080p': '1080x1920' } as const satisfies Record<
  Resolution,
  VideoOptions['resolution']
>

async function makeOrder(choice: ModelChoice<GatewayModel>, request: EngineRequest): Promise<GatewayOrder> {
  const { modelName, model } = choice.choose(request.modelName)
  const { bizType, duration, resolution, aiMusic, controls } = request
  refuseUnoffered(model, request)
  const prompt = makeSentPrompt(request)
  const { firstPicture, lastPicture, size } = await makeSentPictures(request)
  const toFile = (picture: Buffer) => ({ type: 'file' as const, mediaType: SENT_TYPE, data: new Uint8Array(picture) })
  const frames = [
    { image: toFile(firstPicture), frameType: 'first_frame' as const },
    { image: toFile(lastPicture), frameType: 'last_frame' as const },
  ]
  return {
    modelName,
    options: {
      prompt,
      n: 1,
      image: toFile(firstPicture),
      frameImages: bizType === 'HEAD_TAIL' ? frames : undefined,
      inputReferences: undefined,
      duration: durationSeconds(duration),
      resolution: (size.height > size.width ? PORTRAIT_SIZES : LANDSCAPE_SIZES)[resolution],
      aspectRatio: model.ratios === undefined ? undefined : nearestRatio(size, model.ratios),
      fps: undefined,
      seed: model.hasSeed === true ? seedOfVariation(request) : undefined,
      generateAudio: model.hasSound === true ? aiMusic === 1 && controls?.music === undefined : undefined,
      providerOptions: {},
    },
  }
}

const metadataSchema = z.object({ gateway: z.object({ cost: z.coerce.number().nonnegative() }) })
const problemSchema = z.object({ error: z.object({ message: z.string().default('') }) })

/** The error event in an answer: the client throws an error with the event as its cause. */
const errorEventSchema = z.object({ type: z.literal('error'), errorType: z.string(), message: z.string() })
type OrderErrorEvent = z.infer<typeof errorEventSchema>

function toErrorEvent(error: unknown): OrderErrorEvent {
  const cause = error instanceof Error ? error.cause : undefined
  const text = cause instanceof Error && 'responseBody' in cause ? String(cause.responseBody) : ''
  const event = errorEventSchema.safeParse(parseJson(text)).data
  if (event === undefined) throw error
  return event
}

interface GatewayEngineDeps extends RemoteEngineDeps {
  readonly config: GatewayConfig
  readonly client: GatewayPackage
  readonly fetch: typeof globalThis.fetch
}

/** An engine on the AI SDK's gateway: one key, models of several providers. Tested against a local fake, not the paid service. */
export function createGatewayEngine(deps: GatewayEngineDeps): Engine {
  const { config, clock } = deps
  const choice = createModelChoice<(typeof config.models)[number], GatewayModel>(config.models, GATEWAY_MODELS)
  return createRemoteEngine(createGatewayProvider({ ...deps, choice, nowMs: clock.nowMs }), choice.parameters, deps)
}
