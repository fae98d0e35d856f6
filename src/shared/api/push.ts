import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'

/** Longer than any push service's addresses. */
const MAX_ENDPOINT_LENGTH = 2000
const endpointSchema = plainText(MAX_ENDPOINT_LENGTH, 1)

/** As browsers write them: an uncompressed point of P-256, and 16 bytes. */
const keysSchema = z.object({
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}$/)),
})

/** This browser wants to hear of the caller's videos while the app is closed. Told again it stays one. Rule: docs/offline.md, "Push". */
export const subscribePush = defineCall({
  method: 'POST',
  base: 'main',
  path: '/push/subscription',
  input: z.object({ endpoint: endpointSchema, keys: keysSchema }),
  data: z.object({}),
})

/** It does not want to any more. One that is not there, or is somebody else's, stays as it is. */
export const unsubscribePush = defineCall({
  method: 'DELETE',
  base: 'main',
  path: '/push/subscription',
  input: z.object({ endpoint: endpointSchema }),
  data: z.object({}),
})
