import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'

export const appInfoSchema = z.object({
  /** What the attribution SDK starts with; null where nobody is asked where they came from. */
  app_key: z.nullable(z.string()),
  app_environment: z.nullable(z.enum(['sandbox', 'production'])),
  version: z.string(),
  engine: z.string(),
  googleClientId: z.nullable(z.string()),
  gisSrc: z.nullable(z.string()),
  /** Where messages can be read that no mail server delivers; null for everybody but the computer itself. */
  mailPage: z.nullable(z.string()),
  vapidPublicKey: z.nullable(z.string()),
  /** Who runs this installation; null where its configuration does not say. */
  operator: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()), address: z.nullable(z.string()) }),
  /** Whether the server takes in what was used. */
  hasUsageTracker: z.boolean(),
  /** The property of Google Analytics that is told, too. */
  gtagId: z.nullable(z.string()),
  welcomePointsVisitor: z.number(),
  welcomePointsAccount: z.number(),
})
export type AppInfo = z.infer<typeof appInfoSchema>

export const getAppInfo = defineCall({ method: 'GET', base: 'main', path: '/app/info', input: z.object({}), data: appInfoSchema })
