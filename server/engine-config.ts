import { z } from 'zod'
import { FAL_MODEL_NAMES } from './motion/engines/fal/fal-models.ts'

const TIME_LIMIT_S = 30 * 60
/** Below the hour after which the queue expires a job. */
const LONGEST_TIME_LIMIT_S = 50 * 60
const MOST_AT_ONCE = 64
/** A machine makes one video at a time; a service with its own queue gets several. */
const AT_ONCE = { builtin: 1, comfyui: 1, fal: 4 }

/** `fetch` rejects addresses with a password, and would write it to the log. */
const hasNoPassword = (address: string) => !URL.canParse(address) || (new URL(address).username === '' && new URL(address).password === '')
export const webAddress = z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'Leave name and password out of the address.')

/** Environment variables of the engine. */
export const ENGINE_VARIABLES = {
  ENGINE: z.enum(['builtin', 'comfyui', 'fal']).default('builtin'),
  ENGINE_CONCURRENCY: z.coerce.number().int().min(1).max(MOST_AT_ONCE).optional(),
  ENGINE_TIME_LIMIT_S: z.coerce.number().int().min(10).max(LONGEST_TIME_LIMIT_S).default(TIME_LIMIT_S),
  COMFYUI_URL: webAddress.optional(),
  COMFYUI_GRAPH_DIR: z.string().min(1).optional(),
  FAL_KEY: z.string().min(1).optional(),
  FAL_MODEL: z.enum(FAL_MODEL_NAMES).default('pixverse-v6'),
  FAL_QUEUE_URL: webAddress.default('https://queue.fal.run'),
  FAL_JWKS_URL: webAddress.default('https://rest.fal.ai/.well-known/jwks.json'),
}

export interface ComfyuiConfig {
  readonly url: string
  /** Undefined: the built-in graphs. */
  readonly graphDir: string | undefined
}

export interface FalConfig {
  readonly key: string
  readonly model: (typeof FAL_MODEL_NAMES)[number]
  readonly queueUrl: string
  readonly jwksUrl: string
}

export interface EngineConfig {
  /** Concurrent videos. */
  readonly concurrency: number
  /** The time limit of a service for one video, its queue included, in ms. */
  readonly timeLimitMs: number
  /** The origin for webhooks; undefined where services cannot reach this server. */
  readonly webhookOrigin: string | undefined
  readonly maker: { readonly name: 'builtin' } | ({ readonly name: 'comfyui' } & ComfyuiConfig) | ({ readonly name: 'fal' } & FalConfig)
}

const variablesSchema = z.object(ENGINE_VARIABLES)
type Variables = z.infer<typeof variablesSchema>

/** Throws one sentence where an engine's configuration is incomplete. */
export function engineConfig(env: Variables, webhookOrigin: string | undefined): EngineConfig {
  const { ENGINE, ENGINE_CONCURRENCY, ENGINE_TIME_LIMIT_S } = env
  const shared = { concurrency: ENGINE_CONCURRENCY ?? AT_ONCE[ENGINE], timeLimitMs: ENGINE_TIME_LIMIT_S * 1000, webhookOrigin }
  return { ...shared, maker: readMaker(env) }
}

function readMaker(env: Variables): EngineConfig['maker'] {
  const { ENGINE: name, COMFYUI_URL: url, FAL_KEY: key } = env
  if (name === 'builtin') return { name }
  if (name === 'comfyui') {
    if (url === undefined) throw new Error('ENGINE=comfyui needs COMFYUI_URL, such as http://127.0.0.1:8188.')
    return { name, url, graphDir: env.COMFYUI_GRAPH_DIR }
  }
  if (key === undefined) throw new Error('ENGINE=fal needs FAL_KEY, a key of an account at fal.ai.')
  return { name, key, model: env.FAL_MODEL, queueUrl: env.FAL_QUEUE_URL, jwksUrl: env.FAL_JWKS_URL }
}
