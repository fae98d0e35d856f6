import { z } from 'zod'
import { type ATTRIBUTION_STATES, TRACKER_ENVIRONMENTS } from '#server/platform/tracker-kinds.ts'

const MAX_WORD = 100
const MAX_WORDS = 1000
const MAX_JSON = 4000
/** The name of the page's user token among the callback parameters. */
export const TOKEN_PARAMETER = 'tk'

const word = z.string().max(MAX_WORD)
const words = z.string().max(MAX_WORDS)
const count = z.coerce.number().int().min(0).max(1_000_000)

/** A text field that contains JSON. */
const json = <Value>(schema: z.ZodType<Value>): z.ZodType<Value> =>
  z
    .string()
    .max(MAX_JSON)
    .transform((value, ctx) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        ctx.addIssue({ code: 'custom', message: 'no JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)

const parameters = json(z.record(z.string().max(MAX_WORD), z.string().max(MAX_WORDS)))
const partners = <Value>(value: z.ZodType<Value>) => json(z.record(z.string().max(MAX_WORD), z.record(z.string().max(MAX_WORD), value)))

/** The caller's fields, in every call. */
export const callerFields = z.object({
  app_token: word,
  environment: z.enum(TRACKER_ENVIRONMENTS),
  // The SDK's ids are not versioned UUIDs: their variant bits are random too.
  web_uuid: z.guid(),
  platform: z.literal('web'),
})

const common = {
  created_at: word,
  sent_at: word,
  language: word.optional(),
  country: word.optional(),
  machine_type: word.optional(),
  queue_size: count.optional(),
  attempts: count.optional(),
  tracking_enabled: z.stringbool().optional(),
  session_count: count.optional(),
  callback_params: parameters.optional(),
  partner_params: parameters.optional(),
}

/** The stored fields of each kind of message; all others are dropped. Rule: docs/measurement.md, "Attribution". */
export const messageFields = {
  session: z.object(common),
  event: z.object({
    ...common,
    event_token: word.min(1),
    deduplication_id: word.optional(),
    revenue: z
      .string()
      .regex(/^\d{1,12}\.\d{5}$/)
      .optional(),
    currency: word.optional(),
  }),
  sdk_click: z.object({ ...common, click_time: word, source: z.literal('web_referrer'), referrer: words.min(1) }),
  third_party_sharing: z.object({
    ...common,
    sharing: z.enum(['enable', 'disable']),
    granular_third_party_sharing_options: partners(z.string().max(MAX_WORDS)).optional(),
    partner_sharing_settings: partners(z.boolean()).optional(),
  }),
} as const

/** In the SDK's format. */
export interface TrackerAnswer {
  readonly adid?: string
  /** The time of receipt. */
  readonly timestamp: string
  /** When the SDK should request the attribution, in ms from now. */
  readonly ask_in?: number
  /** `opted_out`: this browser is forgotten. */
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

/** Form fields as the SDK writes them: in two kinds it also escapes the sign between name and value. */
export function readFields(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => {
      const cut = value === '' ? name.indexOf('=') : -1
      return cut === -1 ? [name, value] : [name.slice(0, cut), name.slice(cut + 1)]
    }),
  )
}
