import { z } from 'zod'
import { USUAL_POINTS_PER_SECOND } from '#shared/domain/video-price.ts'
import { webAddress } from '#server/variables/web-address.ts'
import type { ComfyuiConfig } from './comfyui/comfyui-provider.ts'
import { FAL_MODEL_NAMES } from './fal/fal-models.ts'
import type { FalConfig } from './fal/fal-provider.ts'
import { GATEWAY_MODEL_NAMES } from './gateway/gateway-models.ts'
import type { GatewayConfig } from './gateway/gateway-provider.ts'
import { REPLICATE_MODEL_NAMES } from './replicate/replicate-models.ts'
import type { ReplicateConfig } from './replicate/replicate-provider.ts'
import { VEO_CLOUD_NAMES, VEO_KEY_NAMES, VEO_MODEL_NAMES } from './veo/veo-models.ts'
import type { VeoConfig } from './veo/veo-provider.ts'

const TIME_LIMIT_S = 30 * 60
/** The longest configurable time limit, in s: less than the hour after which the queue expires a job. */
const LONGEST_TIME_LIMIT_S = 50 * 60
const MOST_CONCURRENCY = 64
const MOST_POINTS_PER_SECOND = 10_000
const MOST_USD_PER_SECOND = 100
/**
 * The number of concurrent videos of each engine, if none is configured. A local machine renders one video at a time; a service with its
 * own queue gets several.
 */
const DEFAULT_CONCURRENCY = { builtin: 1, comfyui: 1, fal: 4, replicate: 4, veo: 2, gateway: 4 }
const ENGINE_NAMES = ['builtin', 'comfyui', 'fal', 'replicate', 'veo', 'gateway'] as const
type EngineName = (typeof ENGINE_NAMES)[number]

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const pairsOf = (text: string) => (text === '' ? [] : listOf(text).map((pair) => pair.split('=')))
/** Reads a list of models of a service, by name. The first model is the default. */
function modelList<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const modelsSchema = z
    .tuple([z.enum(names)], z.enum(names))
    .refine((chosenNames) => new Set(chosenNames).size === chosenNames.length, 'List each model only once.')
  return z.string().transform(listOf).pipe(modelsSchema)
}

export const ENGINE_VARIABLES = {
  ENGINES: z
    .string()
    .default('builtin')
    .transform(listOf)
    .pipe(z.array(z.enum(ENGINE_NAMES)))
    .refine((names) => new Set(names).size === names.length, 'List each engine only once.'),
  ENGINE: z.never('ENGINE is now ENGINES and accepts several engines, such as builtin,fal.').optional(),
  MODEL_PRICES: z
    .string()
    .default('')
    .transform(pairsOf)
    .pipe(z.array(z.tuple([z.string().min(1), z.coerce.number<string>().min(USUAL_POINTS_PER_SECOND).max(MOST_POINTS_PER_SECOND)]))),
  MODEL_COSTS: z
    .string()
    .default('')
    .transform(pairsOf)
    .pipe(z.array(z.tuple([z.string().min(1), z.coerce.number<string>().positive().max(MOST_USD_PER_SECOND)]))),
  ENGINE_CONCURRENCY: z.coerce.number().int().min(1).max(MOST_CONCURRENCY).optional(),
  ENGINE_TIME_LIMIT_S: z.coerce.number().int().min(10).max(LONGEST_TIME_LIMIT_S).default(TIME_LIMIT_S),
  COMFYUI_URL: webAddress.optional(),
  COMFYUI_GRAPH_DIR: z.string().min(1).optional(),
  FAL_KEY: z.string().min(1).optional(),
  FAL_MODEL: z.enum(FAL_MODEL_NAMES).default('pixverse-v6'),
  FAL_QUEUE_URL: webAddress.default('https://queue.fal.run'),
  FAL_JWKS_URL: webAddress.default('https://rest.fal.ai/.well-known/jwks.json'),
  REPLICATE_API_TOKEN: z.string().min(1).optional(),
  REPLICATE_MODELS: modelList(REPLICATE_MODEL_NAMES).default([...REPLICATE_MODEL_NAMES]),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z\d+/]+=*$/, 'It must start with whsec_.')
    .optional(),
  REPLICATE_URL: webAddress.default('https://api.replicate.com/v1'),
  GEMINI_API_KEY: z.string().min(1).optional(),
  GOOGLE_CLOUD_PROJECT: z.string().min(1).optional(),
  GOOGLE_CLOUD_LOCATION: z
    .string()
    .regex(/^[a-z\d-]+$/, 'Use a location such as us-central1.')
    .default('us-central1'),
  VEO_MODELS: modelList(VEO_MODEL_NAMES).optional(),
  VEO_URL: webAddress.optional(),
  AI_GATEWAY_API_KEY: z.string().min(1).optional(),
  GATEWAY_MODELS: modelList(GATEWAY_MODEL_NAMES).default([...GATEWAY_MODEL_NAMES]),
  GATEWAY_URL: webAddress.default('https://ai-gateway.vercel.sh/v3/ai'),
}

export type EngineSetup =
  | { readonly name: 'builtin' }
  | ({ readonly name: 'comfyui' } & ComfyuiConfig)
  | ({ readonly name: 'fal' } & FalConfig)
  | ({ readonly name: 'replicate' } & ReplicateConfig)
  | ({ readonly name: 'veo' } & VeoConfig)
  | ({ readonly name: 'gateway' } & GatewayConfig)

export interface EngineConfig {
  /** The configured engines, at least one; the models of the first are the default. `concurrency` is the number of concurrent videos. */
  readonly engines: readonly (EngineSetup & { readonly concurrency: number })[]
  /** Points per second at 720p, for models whose price is not the default price. */
  readonly prices: ReadonlyMap<string, number>
  /** US dollars per second at a service, for models whose service reports no charge. */
  readonly costs: ReadonlyMap<string, number>
  /** The time limit of a service for one video, in ms. It includes the wait in the service's own queue. */
  readonly timeLimitMs: number
  /** The origin for webhooks; undefined if services cannot reach this server. */
  readonly webhookOrigin: string | undefined
}

const variablesSchema = z.object(ENGINE_VARIABLES)
type Variables = z.infer<typeof variablesSchema>

/** Throws one sentence if an engine's configuration is incomplete. */
export function engineConfig(env: Variables, webhookOrigin: string | undefined): EngineConfig {
  const { ENGINES, ENGINE_CONCURRENCY, ENGINE_TIME_LIMIT_S } = env
  const engines = ENGINES.map((name) =>
    Object.assign(SETUP_READERS[name](env), { concurrency: ENGINE_CONCURRENCY ?? DEFAULT_CONCURRENCY[name] }),
  )
  return {
    engines,
    prices: new Map(env.MODEL_PRICES),
    costs: new Map(env.MODEL_COSTS),
    timeLimitMs: ENGINE_TIME_LIMIT_S * 1000,
    webhookOrigin,
  }
}

const SETUP_READERS: Readonly<Record<EngineName, (env: Variables) => EngineSetup>> = {
  builtin: () => ({ name: 'builtin' }),
  comfyui: ({ COMFYUI_URL, COMFYUI_GRAPH_DIR }) => ({
    name: 'comfyui',
    url: requireValue(COMFYUI_URL, 'ENGINES=comfyui needs COMFYUI_URL, such as http://127.0.0.1:8188.'),
    graphDir: COMFYUI_GRAPH_DIR,
  }),
  fal: ({ FAL_KEY, FAL_MODEL, FAL_QUEUE_URL, FAL_JWKS_URL }) => ({
    name: 'fal',
    key: requireValue(FAL_KEY, 'ENGINES=fal needs FAL_KEY, a key of your fal.ai account.'),
    model: FAL_MODEL,
    queueUrl: FAL_QUEUE_URL,
    jwksUrl: FAL_JWKS_URL,
  }),
  replicate: ({ REPLICATE_API_TOKEN, REPLICATE_MODELS, REPLICATE_WEBHOOK_SECRET, REPLICATE_URL }) => ({
    name: 'replicate',
    token: requireValue(REPLICATE_API_TOKEN, 'ENGINES=replicate needs REPLICATE_API_TOKEN, a token of your replicate.com account.'),
    models: REPLICATE_MODELS,
    webhookSecret: REPLICATE_WEBHOOK_SECRET,
    url: REPLICATE_URL,
  }),
  veo({ GEMINI_API_KEY: key, GOOGLE_CLOUD_PROJECT, GOOGLE_CLOUD_LOCATION: location, VEO_MODELS, VEO_URL }) {
    if (key !== undefined)
      return {
        name: 'veo',
        account: { key },
        models: VEO_MODELS ?? VEO_KEY_NAMES,
        url: VEO_URL ?? 'https://generativelanguage.googleapis.com',
      }
    const project = requireValue(
      GOOGLE_CLOUD_PROJECT,
      'ENGINES=veo needs GOOGLE_CLOUD_PROJECT with its credentials, or GEMINI_API_KEY, a key of the Gemini API.',
    )
    const url = VEO_URL ?? `https://${location}-aiplatform.googleapis.com`
    return { name: 'veo', account: { project, location }, models: VEO_MODELS ?? VEO_CLOUD_NAMES, url }
  },
  gateway: ({ AI_GATEWAY_API_KEY, GATEWAY_MODELS, GATEWAY_URL }) => ({
    name: 'gateway',
    key: requireValue(AI_GATEWAY_API_KEY, 'ENGINES=gateway needs AI_GATEWAY_API_KEY, a key for the Vercel AI Gateway.'),
    models: GATEWAY_MODELS,
    url: GATEWAY_URL,
  }),
}

function requireValue(value: string | undefined, sentence: string): string {
  if (value === undefined) throw new Error(sentence)
  return value
}
