import { z } from 'zod/mini'
import { defineCall, plainText } from './define-call.ts'

/** Longer than the endpoints of any push service. */
const MAX_ENDPOINT_LENGTH = 2000
const endpointSchema = plainText(MAX_ENDPOINT_LENGTH, 1)

/** The browser's format: an uncompressed P-256 point, and 16 bytes. */
const keysSchema = z.lazy(() =>
  z.object({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
)

/** Subscribes this browser to notifications of the caller's videos. Idempotent. Rule: docs/offline.md, "Push". */
export const subscribePush = defineCall({
  method: 'POST',
  base: 'main',
  path: '/push/subscription',
  input: z.lazy(() => z.object({ endpoint: endpointSchema, keys: keysSchema })),
  data: z.lazy(() => z.object({})),
})

/** Unsubscribes. Ignores a missing subscription and a subscription of another caller. */
export const unsubscribePush = defineCall({
  method: 'DELETE',
  base: 'main',
  path: '/push/subscription',
  input: z.lazy(() => z.object({ endpoint: endpointSchema })),
  data: z.lazy(() => z.object({})),
})

/** The encrypted push message for a finished task. A message about a low balance has the same format. */
export const pushMessageSchema = z.object({
  taskId: z.string(),
  status: z.enum(['SUCCESS', 'FAILED']),
  title: z.string(),
  body: z.string(),
  path: z.string(),
})
export type PushMessageData = z.infer<typeof pushMessageSchema>
