import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { type ComponentLocale, COMPONENT_LOCALES, DEFAULT_COMPONENT_LOCALE } from '#shared/domain/component-locales.ts'
import { readPrices } from '../billing/catalogue/skus.ts'
import { GOOGLE_VARIABLES, googleConfig } from '../account/google/google-config.ts'
import { SELLER_VARIABLES, sellerConfig } from '../billing/invoices/seller.ts'
import { type PaymentConfig, PAYMENT_VARIABLES, paymentConfig } from '../billing/providers/payment-config.ts'
import { type SignMode, SIGN_MODES } from '../http/request-checks.ts'
import type { MailConfig } from '../mail/open-mail.ts'
import { ATTRIBUTION_VARIABLES, attributionConfig } from '../measurement/attribution/attribution-config.ts'
import type { StorageConfig } from '../media-store/open-stores.ts'
import { type EngineConfig, ENGINE_VARIABLES, engineConfig } from '../motion/engines/engine-config.ts'
import { type PushConfig, PUSH_VARIABLES, pushConfig } from '../offline/push-config.ts'
import { type LogLevel, LOG_LEVELS } from '../telemetry/log.ts'
import type { TelemetryConfig } from '../telemetry/open-telemetry.ts'
import { wordList } from '../variables/word-list.ts'
import type { ServiceConfig } from '../verbs/services.ts'
import { STORAGE_VARIABLES, s3Config } from '../media-store/storage-config.ts'
import { readRecipient } from '../addresses/email-address.ts'
import { PUBLIC_NEEDS, demandPublicNeeds, isPublicOrigin, localOrigins } from './public-installation.ts'

const DEFAULT_PORT = 8787
const DEFAULT_WELCOME_POINTS = 100
const DEFAULT_WELCOME_VISITORS_PER_DAY = 10
const DEFAULT_MEDIA_BYTES_PER_ACCOUNT = 5 * 1024 ** 3
const OPERATOR_MAX_LENGTH = 300
/** The default number of database connections of a process. The connection that listens for notifications is not counted. */
const DEFAULT_CONNECTIONS = 10
const MOST_CONNECTIONS = 100
/** The minimum time in s to accept requests after the stop signal: requests that were sent before the signal may not have arrived yet. */
const LEAST_DRAIN_S = 1
const MOST_DRAIN_S = 300
/** With this value of `FFMPEG_PATH`, ffmpeg is neither used nor searched for. */
const NO_FFMPEG = 'off'
/** The default of `SEED_VIDEOS`, above the number of gallery items, so that each item gets a video. */
const ALL_SEED_VIDEOS = 999

const countWithDefault = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** The work of a process: answer requests (web), render videos and run scheduled work (worker), or both (all). */
const ROLES = ['all', 'web', 'worker'] as const

function readAccountList(text: string): string[] {
  return text.split(',').map(readRecipient)
}

const environmentSchema = z.object({
  ROLE: z.enum(ROLES).default('all'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(DEFAULT_PORT),
  HOST: z.string().min(1).default('localhost'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_ORIGIN: z.url().optional(),
  PUBLIC_WITHOUT: z
    .string()
    .default('')
    .transform(wordList)
    .pipe(z.array(z.enum(PUBLIC_NEEDS))),
  TRUST_PROXY: countWithDefault(0),
  DATABASE_URL: z.string().min(1).optional(),
  ...STORAGE_VARIABLES,
  DATABASE_POOL: z.coerce.number().int().min(2).max(MOST_CONNECTIONS).default(DEFAULT_CONNECTIONS),
  DRAIN_S: z.coerce.number().min(0).max(MOST_DRAIN_S).default(LEAST_DRAIN_S),
  SIGN_MODE: z.enum(SIGN_MODES).default('enforce'),
  WELCOME_POINTS_VISITOR: countWithDefault(DEFAULT_WELCOME_POINTS),
  WELCOME_POINTS_ACCOUNT: countWithDefault(DEFAULT_WELCOME_POINTS),
  WELCOME_VISITORS_PER_ADDRESS_PER_DAY: countWithDefault(DEFAULT_WELCOME_VISITORS_PER_DAY),
  MEDIA_BYTES_PER_ACCOUNT: countWithDefault(DEFAULT_MEDIA_BYTES_PER_ACCOUNT),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RENDER_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .default(() => availableParallelism()),
  FFMPEG_PATH: z.string().min(1).optional(),
  DEPTH_MODEL: z.string().min(1).optional(),
  SEED_VIDEOS: countWithDefault(ALL_SEED_VIDEOS),
  COMPONENT_LOCALE: z.enum(COMPONENT_LOCALES).default(DEFAULT_COMPONENT_LOCALE),
  ...ENGINE_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...SELLER_VARIABLES,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Kinora <no-reply@localhost>'),
  OPERATOR_NAME: z.string().max(OPERATOR_MAX_LENGTH).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_ADDRESS: z.string().max(OPERATOR_MAX_LENGTH).optional(),
  OPERATOR_ACCOUNTS: z.string().min(1).transform(readAccountList).pipe(z.array(z.email())).default([]),
  ...PUSH_VARIABLES,
  ...GOOGLE_VARIABLES,
  USAGE_TRACKER: z.enum(['on', 'off']).default('on'),
  GTAG_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/)
    .optional(),
  ...ATTRIBUTION_VARIABLES,
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
})

/** The configuration from the environment. `trustProxy` is the number of proxies whose forwarded headers are trusted. */
export interface Config extends ServiceConfig, StorageConfig, MailConfig, PushConfig, TelemetryConfig {
  readonly role: (typeof ROLES)[number]
  readonly port: number
  readonly host: string
  readonly trustProxy: number
  readonly databaseUrl: string | undefined
  /** The maximum number of connections to a Postgres server. */
  readonly databasePool: number
  /** How long the server accepts requests after its stop signal, in ms. */
  readonly drainMs: number
  readonly signMode: SignMode
  readonly logLevel: LogLevel
  readonly renderWorkers: number
  /** The configured path of ffmpeg. Undefined: an ffmpeg from `PATH` if `isFfmpegSearched`, else the built-in encoder. */
  readonly ffmpegPath: string | undefined
  /** Whether the start searches `PATH` for an ffmpeg. */
  readonly isFfmpegSearched: boolean
  /** The path of the depth model. Undefined: depth is estimated from the picture, or this process renders no videos. */
  readonly depthModel: string | undefined
  /** The number of gallery items that get a video. */
  readonly seedVideos: number
  /** The language of the components for users who have not chosen a language. */
  readonly componentLocale: ComponentLocale
  readonly engine: EngineConfig
  readonly payment: PaymentConfig
  /** The token that allows remote access to metrics; undefined: only localhost may read them. */
  readonly metricsToken: string | undefined
  readonly tls: { readonly certPath: string; readonly keyPath: string } | undefined
}

/** Parses the environment; throws one sentence per invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const nonEmptyVariables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(nonEmptyVariables)
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const env = parsed.data
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined)) throw new Error('TLS_CERT and TLS_KEY must be set together.')
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined)
    throw new Error(`ROLE=${env.ROLE} needs DATABASE_URL. The embedded database supports only one process.`)
  if (isPublicOrigin(env.PUBLIC_ORIGIN)) demandPublicNeeds(env)
  const tls = env.TLS_CERT === undefined || env.TLS_KEY === undefined ? undefined : { certPath: env.TLS_CERT, keyPath: env.TLS_KEY }
  const origins = env.PUBLIC_ORIGIN === undefined ? localOrigins(env.PORT, tls !== undefined) : [new URL(env.PUBLIC_ORIGIN).origin]
  const operator = { name: env.OPERATOR_NAME ?? null, email: env.OPERATOR_EMAIL ?? null, address: env.OPERATOR_ADDRESS ?? null }
  const isLocalOnly = env.PUBLIC_ORIGIN === undefined && env.TRUST_PROXY === 0 && env.SMTP_URL === undefined
  const prices = readPrices(env.PRICES)
  return {
    role: env.ROLE,
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    origins,
    trustProxy: env.TRUST_PROXY,
    databaseUrl: env.DATABASE_URL,
    s3: s3Config(env),
    databasePool: env.DATABASE_POOL,
    drainMs: Math.max(env.DRAIN_S, LEAST_DRAIN_S) * 1000,
    signMode: env.SIGN_MODE,
    welcomePointsVisitor: env.WELCOME_POINTS_VISITOR,
    welcomePointsAccount: env.WELCOME_POINTS_ACCOUNT,
    welcomeVisitorsPerAddressPerDay: env.WELCOME_VISITORS_PER_ADDRESS_PER_DAY,
    mediaBytesPerAccount: env.MEDIA_BYTES_PER_ACCOUNT,
    logLevel: env.LOG_LEVEL,
    renderWorkers: env.RENDER_WORKERS,
    ffmpegPath: env.FFMPEG_PATH === NO_FFMPEG ? undefined : env.FFMPEG_PATH,
    isFfmpegSearched: env.FFMPEG_PATH === undefined && env.ENGINES.includes('builtin') && env.ROLE !== 'web',
    depthModel: env.ENGINES.includes('builtin') && env.ROLE !== 'web' ? env.DEPTH_MODEL : undefined,
    seedVideos: env.SEED_VIDEOS,
    componentLocale: env.COMPONENT_LOCALE,
    engine: engineConfig(env, env.PUBLIC_ORIGIN === undefined ? undefined : new URL(env.PUBLIC_ORIGIN).origin),
    prices,
    payment: paymentConfig(env, prices, {
      port: env.PORT,
      host: env.HOST,
      isTls: tls !== undefined,
      origin: origins[0] ?? '',
      isLocalOnly,
      isPublic: isPublicOrigin(env.PUBLIC_ORIGIN),
      isOfFleet: env.ROLE !== 'all',
      servesRequests: env.ROLE !== 'worker',
    }),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    seller: sellerConfig(env, operator),
    operator,
    operatorAccounts: env.OPERATOR_ACCOUNTS,
    ...pushConfig(env),
    google: googleConfig(env),
    hasUsageTracker: env.USAGE_TRACKER === 'on',
    gtagId: env.GTAG_ID,
    attribution: attributionConfig(env),
    metricsToken: env.METRICS_TOKEN,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    isLocalOnly,
    tls,
  }
}
