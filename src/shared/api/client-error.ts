import { z } from 'zod/mini'
import { defineCall } from '#shared/api/define-call.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { MAX_ERROR_CHARS } from '#shared/domain/client-error-rules.ts'
import { ROUTE_PATTERNS } from '#shared/domain/route-patterns.ts'

export const CLIENT_ERROR_KINDS = ['drawing', 'promise', 'script', 'worker'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

/** Where no screen is. */
export const NO_SCREEN = '*'

export const clientErrorSchema = z.object({
  /** As the person was shown it. */
  errorId: z.string().check(z.regex(/^[\w-]{6,64}$/)),
  kind: z.enum(CLIENT_ERROR_KINDS),
  /** Without texts of the person, addresses, tokens and ids. */
  words: plainText(MAX_ERROR_CHARS, 1),
  /** A pattern of `ROUTES`. */
  screen: z.string().check(z.refine((screen) => screen === NO_SCREEN || ROUTE_PATTERNS.includes(screen))),
  version: plainText(40, 1),
})
export type ClientError = z.infer<typeof clientErrorSchema>

/** Something broke on a page whose person lets us know. Rule: docs/platform.md, "Observability". */
export const reportClientError = defineCall({
  method: 'POST',
  base: 'main',
  path: '/client-error',
  input: clientErrorSchema,
  data: z.object({}),
})
