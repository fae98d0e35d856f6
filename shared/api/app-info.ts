import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall } from './define-call.ts'

export const appInfoSchema = z.lazy(() =>
  z.object({
    /** The start values of the attribution SDK; null where attribution is off. */
    app_key: z.nullable(z.string()),
    app_environment: z.nullable(z.enum(['sandbox', 'production'])),
    version: z.string(),
    engine: z.string(),
    googleClientId: z.nullable(z.string()),
    gisSrc: z.nullable(z.string()),
    /** The address where undelivered mails can be read; null unless the server only serves localhost and the caller is on this computer. */
    mailPage: z.nullable(z.string()),
    vapidPublicKey: z.nullable(z.string()),
    /** The operator of this installation. Each value is null if it is not configured. */
    operator: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), address: z.nullable(z.string()) }),
    hasUsageTracker: z.boolean(),
    /** The Google Analytics property that also receives the usage events. */
    gtagId: z.nullable(z.string()),
    welcomePointsVisitor: numbers.amount(),
    welcomePointsAccount: numbers.amount(),
  }),
)
export type AppInfo = z.infer<typeof appInfoSchema>

export const getAppInfo = defineCall({
  method: 'GET',
  base: 'main',
  path: '/app/info',
  input: z.lazy(() => z.object({})),
  data: appInfoSchema,
})
