import { z } from 'zod'
import { type ATTRIBUTION_STATES, TRACKER_ENVIRONMENTS } from '#shared/domain/tracker-kinds.ts'
import { type Transaction, eq, sql, attributionDevice, forgottenDevice } from '#server/database/database.ts'
import { type Answer, type Context, ok, refuse } from '#server/verbs/verb.ts'
import { sha256 } from '#server/crypto/sha256.ts'
import { LIMITS, callerKey, countTry } from '#server/verbs/rate-limit.ts'

const MAX_SHORT_TEXT = 100
const MAX_LONG_TEXT = 1000
const MAX_JSON_LENGTH = 4000
/** The name of the callback parameter in which the page sends its user token. */
export const TOKEN_PARAMETER = 'tk'

const shortText = z.string().max(MAX_SHORT_TEXT)
const longText = z.string().max(MAX_LONG_TEXT)
const countField = z.coerce.number().int().min(0).max(1_000_000)

/** A text field that contains JSON. */
const json = <Value>(schema: z.ZodType<Value>): z.ZodType<Value> =>
  z
    .string()
    .max(MAX_JSON_LENGTH)
    .transform((value, ctx) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        ctx.addIssue({ code: 'custom', message: 'no JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)

const parameters = json(z.record(z.string().max(MAX_SHORT_TEXT), z.string().max(MAX_LONG_TEXT)))
const partnerValues = <Value>(value: z.ZodType<Value>) =>
  json(z.record(z.string().max(MAX_SHORT_TEXT), z.record(z.string().max(MAX_SHORT_TEXT), value)))

/** The fields that identify the caller, which every call has. */
const callerFields = z.object({
  app_token: shortText,
  environment: z.enum(TRACKER_ENVIRONMENTS),
  // Not `z.uuid()`: the SDK's ids are no valid UUIDs of any version, because even their variant bits are random.
  web_uuid: z.guid(),
  platform: z.literal('web'),
})

const commonFields = {
  created_at: shortText,
  sent_at: shortText,
  language: shortText.optional(),
  country: shortText.optional(),
  machine_type: shortText.optional(),
  queue_size: countField.optional(),
  attempts: countField.optional(),
  tracking_enabled: z.stringbool().optional(),
  session_count: countField.optional(),
  callback_params: parameters.optional(),
  partner_params: parameters.optional(),
}

/** The stored fields of each kind of message; all others are dropped. Rule: docs/measurement.md, "Attribution". */
export const messageFields = {
  session: z.object(commonFields),
  event: z.object({
    ...commonFields,
    event_token: shortText.min(1),
    deduplication_id: shortText.optional(),
    revenue: z
      .string()
      .regex(/^\d{1,12}\.\d{5}$/)
      .optional(),
    currency: shortText.optional(),
  }),
  sdk_click: z.object({ ...commonFields, click_time: shortText, source: z.literal('web_referrer'), referrer: longText.min(1) }),
  third_party_sharing: z.object({
    ...commonFields,
    sharing: z.enum(['enable', 'disable']),
    granular_third_party_sharing_options: partnerValues(z.string().max(MAX_LONG_TEXT)).optional(),
    partner_sharing_settings: partnerValues(z.boolean()).optional(),
  }),
} as const

/** An answer to the attribution SDK, in its format. */
export interface TrackerAnswer {
  readonly adid?: string
  /** When the server received the message. */
  readonly timestamp: string
  /** When the SDK should request the attribution, in ms from now. */
  readonly ask_in?: number
  /** `opted_out`: this browser asked to be forgotten. */
  readonly tracking_state?: 'opted_out'
  readonly message?: string
  readonly attribution?: {
    readonly tracker_token: string
    readonly tracker_name: string
    readonly network: string
    readonly campaign: string
    readonly adgroup: string
    readonly creative: string
    readonly click_label: string
    readonly state: (typeof ATTRIBUTION_STATES)[number]
  }
}

/** Reads form fields in the SDK's format. In two kinds of messages, the SDK also escapes the `=` between name and value. */
export function readFields(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => {
      const separatorIndex = value === '' ? name.indexOf('=') : -1
      return separatorIndex === -1 ? [name, value] : [name.slice(0, separatorIndex), name.slice(separatorIndex + 1)]
    }),
  )
}

/** The context of the tracker's verbs. */
export type TrackerContext = Pick<Context, 'db' | 'nowMs' | 'caller' | 'secret' | 'config'>
export type TrackerCaller = z.infer<typeof callerFields>

/** Limits the calls of an address, and requires our app token and environment. Nothing else authenticates: a known browser id is enough. */
export async function requireApp(ctx: TrackerContext, fields: Readonly<Record<string, string>>): Promise<Answer<TrackerCaller>> {
  const { attribution } = ctx.config
  if (attribution === undefined) return refuse('H4001')
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.trackerByAddress, [callerKey(ctx)])
  if (!counted.ok) return counted
  const caller = callerFields.safeParse(fields)
  if (!caller.success) return refuse('H3000', [...new Set(caller.error.issues.map(({ path }) => path.join('.')))])
  const { app_token, environment } = caller.data
  return app_token === attribution.appToken && environment === attribution.environment ? ok(caller.data) : refuse('H3013', ['app_token'])
}

/** Deletes all data of a browser and stores only that it is forgotten, for ever. */
export async function forgetDevice(ctx: TrackerContext, fields: Readonly<Record<string, string>>): Promise<Answer<TrackerAnswer>> {
  const caller = await requireApp(ctx, fields)
  if (!caller.ok) return caller
  const { web_uuid: webUuid } = caller.value
  const answer: TrackerAnswer = { timestamp: new Date(ctx.nowMs()).toISOString(), tracking_state: 'opted_out' }
  return ctx.db.transaction(async (tx) => {
    if (await lockDevice(tx, webUuid)) return ok(answer)
    await tx.delete(attributionDevice).where(eq(attributionDevice.webUuid, webUuid))
    await tx.insert(forgottenDevice).values({ webUuidSha256: sha256(webUuid), forgottenAtMs: ctx.nowMs() })
    return ok(answer)
  })
}

/** Locks a browser's id, so that nothing is stored about a browser after it was forgotten. Returns whether it is forgotten. */
export async function lockDevice(tx: Transaction, webUuid: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${webUuid}, 0))`)
  const [forgottenRow] = await tx
    .select({ atMs: forgottenDevice.forgottenAtMs })
    .from(forgottenDevice)
    .where(eq(forgottenDevice.webUuidSha256, sha256(webUuid)))
  return forgottenRow !== undefined
}
