import { z } from 'zod'
import { type TrackerEnvironment, TRACKER_ENVIRONMENTS } from '#shared/domain/tracker-kinds.ts'

export const ATTRIBUTION_VARIABLES = {
  ADJUST_APP_TOKEN: z
    .string()
    .regex(/^[\w-]{4,64}$/)
    .optional(),
  ADJUST_ENVIRONMENT: z.enum(TRACKER_ENVIRONMENTS).default('production'),
}

export interface AttributionConfig {
  /** The values with which the page starts the attribution SDK. */
  readonly appToken: string
  readonly environment: TrackerEnvironment
}

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    /** Undefined if attribution is off. */
    readonly attribution: AttributionConfig | undefined
  }
}

const variablesSchema = z.object(ATTRIBUTION_VARIABLES)

/** The configuration of attribution; undefined without an app token. */
export function attributionConfig(env: z.infer<typeof variablesSchema>): AttributionConfig | undefined {
  return env.ADJUST_APP_TOKEN === undefined ? undefined : { appToken: env.ADJUST_APP_TOKEN, environment: env.ADJUST_ENVIRONMENT }
}
