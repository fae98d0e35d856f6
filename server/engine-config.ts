import { z } from 'zod'
import { USUAL_POINTS_PER_SECOND } from '#shared/domain/price.ts'
import { FAL_MODEL_NAMES } from './motion/engines/fal/fal-models.ts'

const TIME_LIMIT_S = 30 * 60
/** Below the hour after which the queue expires a job. */
const LONGEST_TIME_LIMIT_S = 50 * 60
const MOST_AT_ONCE = 64
const MOST_POINTS_PER_SECOND = 10_000
const MOST_USD_PER_SECOND = 100
/** A machine makes one video at a time; a service with its own queue gets several. */
const AT_ONCE = { builtin: 1, comfyui: 1, fal: 4 }
const ENGINE_NAMES = ['builtin', 'comfyui', 'fal'] as const
type EngineName = (typeof ENGINE_NAMES)[number]

const listOf = (text: string) => text.split(',').map((part) => part.trim())

const pairsOf = (text: string) => (text === '' ? [] : listOf(text).map((pair) => pair.split('=')))

/** `fetch` rejects addresses with a password, and would write it to the log. */
const hasNoPassword = (address: string) => !URL.canParse(address) || (new URL(address).username === '' && new URL(address).password === '')
export const webAddress = z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'Leave name and password out of the address.')

/** Environment variables of the engine. */
export const ENGINE_VARIABLES = {
  ENGINES: z
    .string()
    .default('builtin')
    .transform(listOf)
    .pipe(z.array(z.enum(ENGINE_NAMES)))
    .refine((names) => new Set(names).size === names.length, 'Each engine once.'),
  ENGINE: z.never('It is named ENGINES now, and takes several, such as builtin,fal.').optional(),
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

export type Maker = { readonly name: 'builtin' } | ({ readonly name: 'comfyui' } & ComfyuiConfig) | ({ readonly name: 'fal' } & FalConfig)

export interface EngineConfig {
  /** At least one; the models of the first are the default. `concurrency`: its videos at a time. */
  readonly makers: readonly (Maker & { readonly concurrency: number })[]
  /** Points of a second at 720p, by model, where they are not the usual ones. */
  readonly prices: ReadonlyMap<string, number>
  /** US dollars of a second at a service, by model, for services that do not say what they charge. */
  readonly costs: ReadonlyMap<string, number>
  /** The time limit of a service for one video, its queue included, in ms. */
  readonly timeLimitMs: number
  /** The origin for webhooks; undefined where services cannot reach this server. */
  readonly webhookOrigin: string | undefined
}

const variablesSchema = z.object(ENGINE_VARIABLES)
type Variables = z.infer<typeof variablesSchema>

/** Throws one sentence where an engine's configuration is incomplete. */
export function engineConfig(env: Variables, webhookOrigin: string | undefined): EngineConfig {
  const { ENGINES, ENGINE_CONCURRENCY, ENGINE_TIME_LIMIT_S } = env
  const makers = ENGINES.map((name) => Object.assign(readMaker(name, env), { concurrency: ENGINE_CONCURRENCY ?? AT_ONCE[name] }))
  return {
    makers,
    prices: new Map(env.MODEL_PRICES),
    costs: new Map(env.MODEL_COSTS),
    timeLimitMs: ENGINE_TIME_LIMIT_S * 1000,
    webhookOrigin,
  }
}

function readMaker(name: EngineName, env: Variables): Maker {
  const { COMFYUI_URL: url, FAL_KEY: key } = env
  if (name === 'builtin') return { name }
  if (name === 'comfyui') {
    if (url === undefined) throw new Error('ENGINES=comfyui needs COMFYUI_URL, such as http://127.0.0.1:8188.')
    return { name, url, graphDir: env.COMFYUI_GRAPH_DIR }
  }
  if (key === undefined) throw new Error('ENGINES=fal needs FAL_KEY, a key of an account at fal.ai.')
  return { name, key, model: env.FAL_MODEL, queueUrl: env.FAL_QUEUE_URL, jwksUrl: env.FAL_JWKS_URL }
}
