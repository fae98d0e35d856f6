import { z } from 'zod'
import * as remote from '../remote/call-remote.ts'
import { type RemoteProvider, type RemoteState, addressOf } from '#server/motion/remote-provider.ts'
import { type EngineRequest, type Engine, EngineAway, EngineFailure } from '#server/motion/engine.ts'
import { makeSentPrompt } from '../template-prompts.ts'
import { dataAddress, makeSentPictures } from '../remote/sent-picture.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { refuseUnoffered, toParameters } from '../to-parameters.ts'
import { type FalModel, type FalOrder, FAL_MODELS, type FAL_MODEL_NAMES } from './fal-models.ts'
import { createFalWebhook } from './fal-webhook.ts'
import { neverAborted } from '#shared/never-aborted.ts'

/** How long fal stores the video, in s: long enough to download it. */
const FILE_RETENTION_S = 86_400

const UNKNOWN_WORK_ID = '00000000-0000-0000-0000-000000000000'
const ACCOUNT_STATUSES = new Set([401, 402, 403])

const refSchema = z.object({ requestId: z.string(), statusUrl: z.string(), responseUrl: z.string(), cancelUrl: z.string() })
type FalRef = z.infer<typeof refSchema>

export interface FalConfig {
  readonly key: string
  readonly model: (typeof FAL_MODEL_NAMES)[number]
  readonly queueUrl: string
  readonly jwksUrl: string
}

interface FalDeps {
  readonly config: FalConfig
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  readonly timeLimitMs: number
  /** The webhook address; undefined if fal cannot reach this server. */
  readonly webhookUrl: string | undefined
}

/**
 * fal.ai's queue: submit, status, result, cancel. It has no idempotency key, so a submit is repeated only if it was certainly not accepted
 * (no connection, 429, 503). fal's client is not used, because it also repeats after 502 and 504.
 */
export function createFalProvider({ config, fetch, nowMs, timeLimitMs, webhookUrl }: FalDeps): RemoteProvider<FalOrder, FalRef> {
  const queueOrigin = new URL(config.queueUrl).origin
  const headers = { authorization: `Key ${config.key}`, accept: 'application/json' }
  const get = (url: string, signal: AbortSignal) => remote.callRemote(fetch, url, { method: 'GET', headers }, signal)
  return {
    name: 'fal',
    reserve: () => null,
    webhookId: ({ requestId }) => requestId,
    readRef: (raw) => refSchema.safeParse(raw).data,
    prepare: (request) => makeFalOrder(FAL_MODELS[config.model], request),
    async submit({ endpoint, input }) {
      const url = new URL(`/${endpoint}`, queueOrigin)
      if (webhookUrl !== undefined) url.searchParams.set('fal_webhook', webhookUrl)
      const orderHeaders = {
        ...headers,
        'content-type': 'application/json',
        'x-fal-request-timeout': String(Math.ceil(timeLimitMs / 1000)),
        'x-fal-object-lifecycle-preference': JSON.stringify({ expiration_duration_seconds: FILE_RETENTION_S }),
      }
      const init = { method: 'POST', headers: orderHeaders, body: JSON.stringify(input) }
      const answer = remote.settledAnswer(await remote.callRemote(fetch, url.href, init, neverAborted()), nowMs())
      if (answer.status >= 400) throw toFailure(answer.status, answer.body, 'order')
      return readSubmitted(answer, endpoint, queueOrigin)
    },
    async poll(ref, signal) {
      const answer = remote.settledAnswer(await get(ref.statusUrl, signal), nowMs())
      if (answer.status === 404) return { state: 'lost' }
      if (answer.status >= 400) throw toFailure(answer.status, answer.body)
      const body = statusSchema.safeParse(answer.body).data
      if (body === undefined) throw new remote.RemoteError('a status that says nothing', { isUnsent: true })
      const state = stateOf(body)
      return state === 'done' ? readResult(await get(ref.responseUrl, signal), queueOrigin, nowMs()) : { state }
    },
    async check(signal) {
      // fal has no call that checks a key. If it answers that the work is unknown, the key is valid.
      const { status, body } = remote.settledAnswer(
        await get(`${queueOrigin}/fal-ai/pixverse/requests/${UNKNOWN_WORK_ID}/status`, signal),
        nowMs(),
      )
      if (ACCOUNT_STATUSES.has(status)) throw toFailure(status, body, 'order')
    },
    async cancel({ cancelUrl }) {
      await remote.callRemote(fetch, cancelUrl, { method: 'PUT', headers }, neverAborted())
    },
  }
}

/** fal returns the addresses of further requests. Only addresses on its queue's origin are used, because the requests contain the key. */
function readSubmitted({ status, body }: remote.RemoteAnswer, endpoint: string, queueOrigin: string): FalRef {
  const submittedWork = submittedSchema.safeParse(body).data
  if (submittedWork === undefined) throw new remote.RemoteError(`status ${status} without a request id`, { isUnsent: false })
  const ownUrl = (url: string | undefined, usualUrl: string) =>
    url !== undefined && URL.canParse(url) && new URL(url).origin === queueOrigin ? url : usualUrl
  const usualUrl = `${queueOrigin}/${endpoint.split('/', 2).join('/')}/requests/${submittedWork.request_id}`
  return {
    requestId: submittedWork.request_id,
    statusUrl: ownUrl(submittedWork.status_url, `${usualUrl}/status`),
    responseUrl: ownUrl(submittedWork.response_url, usualUrl),
    cancelUrl: ownUrl(submittedWork.cancel_url, `${usualUrl}/cancel`),
  }
}

function stateOf({ status, error, error_type: type }: z.infer<typeof statusSchema>): 'waiting' | 'working' | 'done' {
  if (status === 'IN_QUEUE') return 'waiting'
  if (status === 'IN_PROGRESS') return 'working'
  if (status !== 'COMPLETED') throw new EngineFailure(remote.BROKE_TEXT, { cause: new Error(`fal: state ${status.slice(0, 40)}`) })
  const hasFailed = error !== undefined && error !== null
  if (hasFailed && typeof type === 'string') throw toFailure(200, { error_type: type })
  return 'done'
}

/** Reads the result of ended work. If the model failed, fal answers with an error status. */
function readResult(answer: remote.RemoteAnswer, queueOrigin: string, nowMs: number): RemoteState {
  const { status, body } = answer
  if (status >= 500 && isWorkFailure(body)) throw toFailure(status, body)
  if (remote.settledAnswer(answer, nowMs).status >= 400) throw toFailure(status, body)
  const result = resultSchema.safeParse(body).data
  if (result === undefined) throw new EngineFailure(remote.BROKE_TEXT, { cause: new Error('fal: a result without a video') })
  return { state: 'done', file: addressOf(result.video.url, queueOrigin) }
}

async function makeFalOrder(model: FalModel, request: EngineRequest): Promise<FalOrder> {
  refuseUnoffered(model, request)
  const prompt = makeSentPrompt(request)
  const { firstPicture, lastPicture, size } = await makeSentPictures(request)
  const pictures = { firstPicture: dataAddress(firstPicture), lastPicture: dataAddress(lastPicture), size }
  return request.bizType === 'HEAD_TAIL' ? model.transition(request, prompt, pictures) : model.image(request, prompt, pictures)
}

interface FalEngineDeps extends RemoteEngineDeps {
  readonly config: FalConfig
  readonly fetch: typeof globalThis.fetch
  readonly webhookUrl: string | undefined
}

/** An engine on fal.ai: one key, models by name. Tested against a local fake, not the paid service. */
export function createFalEngine(deps: FalEngineDeps): Engine {
  const { config, fetch, clock, wakeups } = deps
  const parameters = toParameters(config.model, FAL_MODELS[config.model])
  return {
    ...createRemoteEngine(createFalProvider({ ...deps, nowMs: clock.nowMs }), parameters, deps),
    webhook: createFalWebhook({ jwksUrl: config.jwksUrl, fetch, nowMs: clock.nowMs }),
    onWebhook: (workId) => wakeups.wake(workId),
  }
}

/** The used parts of fal's responses. */
const submittedSchema = z.object({
  request_id: z.string().regex(/^[\w-]{8,100}$/),
  status_url: z.string().optional(),
  response_url: z.string().optional(),
  cancel_url: z.string().optional(),
})
const statusSchema = z.object({ status: z.string(), error: z.unknown().optional(), error_type: z.unknown().optional() })
const resultSchema = z.object({ video: z.object({ url: z.string() }) })

const problemSchema = z.object({
  detail: z.union([z.string(), z.array(z.object({ type: z.string().optional(), msg: z.string().optional() }))]).optional(),
  error_type: z.string().optional(),
})

const DECLINED_TYPES = new Set(['content_policy_violation', 'no_media_generated', 'face_detection_error'])
const PICTURE_TYPES = /^(image_|unsupported_image|file_download_error|file_too_large)/
const BROKE_TYPES = /^(generation_timeout|downstream_|internal_server_error|internal_error|request_timeout|startup_timeout|runner_|client_)/

/** Whether a server error is the failure of the work, not of a gateway: then fal includes an error type. */
function isWorkFailure(body: unknown): boolean {
  const problem = problemSchema.safeParse(body).data
  return Array.isArray(problem?.detail) || problem?.error_type !== undefined
}

/** A failure reported by fal, as a sentence for the user. fal's text is logged without the input. */
function toFailure(status: number, body: unknown, step: 'order' | 'work' = 'work'): EngineFailure {
  const problem = problemSchema.safeParse(body).data
  const details = Array.isArray(problem?.detail) ? problem.detail : []
  const errorTypes = [...details.map(({ type }) => type ?? ''), problem?.error_type ?? ''].filter((type) => type !== '')
  const cause = new Error(`fal: status ${status}, ${errorTypes.join(', ') || 'no reason'}`)
  const text = textFor(status, errorTypes)
  if (step === 'order' && text === remote.NOT_READY_TEXT && ACCOUNT_STATUSES.has(status))
    return new EngineAway(text, 'not_ready', { cause })
  return new EngineFailure(text, { cause })
}

function textFor(status: number, errorTypes: readonly string[]): string {
  if (errorTypes.some((type) => DECLINED_TYPES.has(type))) return remote.DECLINED_TEXT
  if (errorTypes.some((type) => PICTURE_TYPES.test(type))) return remote.PICTURE_TEXT
  if (errorTypes.some((type) => BROKE_TYPES.test(type)) || status >= 500) return remote.BROKE_TEXT
  return [401, 402, 403, 404].includes(status) ? remote.NOT_READY_TEXT : remote.SETTINGS_TEXT
}
