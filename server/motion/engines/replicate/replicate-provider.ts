import type * as replicate from 'replicate'
import { z } from 'zod'
import { type RemoteAnswer, CALL_TIMEOUT_MS, parseJson, refuseAccount, toRefusal, toVerdict, RemoteError } from '../remote/call-remote.ts'
import { callClient } from '../remote/call-client.ts'
import { type RemoteEngineDeps, createRemoteEngine } from '../remote/create-remote-engine.ts'
import { createWebhookWindow } from '../remote/wakeups.ts'
import { type RemoteProvider, type RemoteState, addressOf } from '#server/motion/remote-provider.ts'
import { dataAddress, makeSentPictures } from '../remote/sent-picture.ts'
import { makeSentPrompt } from '../template-prompts.ts'
import { type ChosenModels, type ModelChoice, createModelChoice, refuseUnoffered } from '../to-parameters.ts'
import type { Engine, EngineRequest, EngineWebhook } from '#server/motion/engine.ts'
import { type ReplicateModel, REPLICATE_MODELS, type REPLICATE_MODEL_NAMES } from './replicate-models.ts'
import { neverAborted } from '#shared/never-aborted.ts'

export type ReplicatePackage = Pick<typeof replicate, 'default' | 'validateWebhook'>
type ReplicateClient = InstanceType<ReplicatePackage['default']>

const refSchema = z.object({ id: z.string().regex(/^\w[\w-]{5,100}$/) })
type ReplicateRef = z.infer<typeof refSchema>

interface ReplicateOrder {
  readonly model: string
  readonly input: object
}

export interface ReplicateConfig {
  readonly token: string
  readonly models: ChosenModels<typeof REPLICATE_MODEL_NAMES>
  /** The key that signs webhooks; undefined: the work is only polled, because webhooks cannot be verified. */
  readonly webhookSecret: string | undefined
  readonly url: string
}

interface ReplicateDeps {
  readonly config: ReplicateConfig
  readonly client: ReplicatePackage
  readonly choice: ModelChoice<ReplicateModel>
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  /** The address for webhooks; undefined if Replicate cannot reach this server, or if its signature cannot be checked. */
  readonly webhookUrl: string | undefined
}

/**
 * Replicate's predictions by its own client. It has no idempotency key, and its client repeats a request whose answer was lost, even an
 * order: `callClient` sends only once.
 */
function createReplicateProvider(deps: ReplicateDeps): RemoteProvider<ReplicateOrder, ReplicateRef> {
  const { config, choice, webhookUrl } = deps
  const origin = new URL(config.url).origin
  const call = <T>(signal: AbortSignal, work: (client: ReplicateClient) => Promise<T>) =>
    callClient({ ...deps, signal, limitMs: CALL_TIMEOUT_MS }, (fetch) =>
      work(new deps.client.default({ auth: config.token, baseUrl: config.url, fetch, useFileOutput: false })),
    )
  return {
    name: 'replicate',
    reserve: () => null,
    webhookId: ({ id }) => id,
    readRef: (raw) => refSchema.safeParse(raw).data,
    prepare: (request) => makeOrder(choice, request),
    async submit({ model, input }) {
      const webhookOptions = webhookUrl === undefined ? {} : { webhook: webhookUrl, webhook_events_filter: ['completed' as const] }
      const answer = await call(neverAborted(), (client) => client.predictions.create({ model, input, ...webhookOptions }))
      if (!answer.ok) throw toRefusal('replicate', answer.error.status, reasonOf(answer.error))
      const ref = refSchema.safeParse(answer.value).data
      if (ref === undefined) throw new RemoteError('an order without an id', { isUnsent: false })
      return { id: ref.id }
    },
    async poll({ id }, signal) {
      const answer = await call(signal, (client) => client.predictions.get(id, { signal }))
      if (answer.ok) return stateOf(answer.value, origin)
      if (answer.error.status === 404) return { state: 'lost' }
      throw toVerdict('replicate', answer.error.status, reasonOf(answer.error))
    },
    async check(signal) {
      const answer = await call(signal, (client) => client.accounts.current({ signal }))
      if (!answer.ok) refuseAccount('replicate', answer.error.status)
    },
    async cancel({ id }) {
      await call(neverAborted(), (client) => client.predictions.cancel(id))
    },
  }
}

async function makeOrder(choice: ModelChoice<ReplicateModel>, request: EngineRequest): Promise<ReplicateOrder> {
  const { modelName, model } = choice.choose(request.modelName)
  refuseUnoffered(model, request)
  const prompt = makeSentPrompt(request)
  const { firstPicture, lastPicture } = await makeSentPictures(request)
  const endPicture = request.bizType === 'HEAD_TAIL' ? dataAddress(lastPicture) : undefined
  return { model: modelName, input: model.input(request, { prompt, firstPicture: dataAddress(firstPicture), lastPicture: endPicture }) }
}

const predictionSchema = z.object({ status: z.string(), output: z.unknown().optional(), error: z.unknown().optional() })
const outputSchema = z.string().or(z.array(z.string()).transform(([firstUrl]) => firstUrl))

function stateOf(answer: unknown, origin: string): RemoteState {
  const prediction = predictionSchema.safeParse(answer).data
  if (prediction === undefined) throw new RemoteError('a status that says nothing', { isUnsent: true })
  const { status, output, error } = prediction
  if (status === 'starting') return { state: 'waiting' }
  if (status === 'processing') return { state: 'working' }
  const url = status === 'succeeded' ? outputSchema.safeParse(output).data : undefined
  if (url === undefined) throw toVerdict('replicate', status.slice(0, 40), typeof error === 'string' ? error : '')
  return { state: 'done', file: addressOf(url, origin) }
}

const problemSchema = z.object({ title: z.string().default(''), detail: z.string().default('') })

function reasonOf({ body }: RemoteAnswer): string {
  const { title = '', detail = '' } = problemSchema.safeParse(body).data ?? {}
  return `${title} ${detail}`
}

const eventSchema = z.object({ id: z.string().regex(/^[\w-]{6,100}$/) })

interface ReplicateWebhookDeps {
  readonly secret: string
  readonly validate: ReplicatePackage['validateWebhook']
  readonly nowMs: () => number
}

/**
 * Checks Replicate's webhooks for finished predictions, signed by standard-webhooks; they only trigger an immediate status request. A
 * webhook needs a signature and a time within the window, and must be new. The package checks only the signature.
 */
function createReplicateWebhook({ secret, validate, nowMs }: ReplicateWebhookDeps): EngineWebhook {
  const window = createWebhookWindow(nowMs)
  return async (headers, body) => {
    const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '')
    if (!window.admits(timestamp, id)) return null
    const text = Buffer.from(body).toString('utf8')
    const isSigned = await validate({ id, timestamp, signature, body: text, secret }).catch(() => false)
    if (!isSigned) return null
    window.remember(id)
    return eventSchema.safeParse(parseJson(text)).data?.id ?? null
  }
}

interface ReplicateEngineDeps extends RemoteEngineDeps {
  readonly config: ReplicateConfig
  readonly client: ReplicatePackage
  readonly fetch: typeof globalThis.fetch
  readonly webhookUrl: string | undefined
}

/** An engine on Replicate. Tested with its own client against a local fake, not the paid service. */
export function createReplicateEngine(deps: ReplicateEngineDeps): Engine {
  const { config, client, clock, wakeups } = deps
  const choice = createModelChoice<(typeof config.models)[number], ReplicateModel>(config.models, REPLICATE_MODELS)
  const webhookUrl = config.webhookSecret === undefined ? undefined : deps.webhookUrl
  const provider = createReplicateProvider({ ...deps, choice, webhookUrl, nowMs: clock.nowMs })
  const engine = createRemoteEngine(provider, choice.parameters, deps)
  if (config.webhookSecret === undefined) return engine
  const webhook = createReplicateWebhook({ secret: config.webhookSecret, validate: client.validateWebhook, nowMs: clock.nowMs })
  return { ...engine, webhook, onWebhook: (workId) => wakeups.wake(workId) }
}
