import { z } from 'zod/mini'
import { defineCall, plainText } from './define-call.ts'
import { MAX_ERROR_CHARS } from '#shared/domain/measurement-rules.ts'
import { ROUTE_PATTERNS } from '#shared/domain/screens.ts'

export const CLIENT_ERROR_KINDS = ['drawing', 'promise', 'script', 'worker'] as const
export type ClientErrorKind = (typeof CLIENT_ERROR_KINDS)[number]

/** The value of `screen` for an error that occurs on no screen. */
export const NO_SCREEN = '*'

export const clientErrorSchema = z.lazy(() =>
  z.object({
    /** The error code that the page showed to the user. */
    errorId: z.string().check(z.regex(/^[\w-]{6,64}$/)),
    kind: z.enum(CLIENT_ERROR_KINDS),
    /** The error message. It contains no user text, addresses, tokens or ids. */
    words: plainText(MAX_ERROR_CHARS, 1),
    screen: z.string().check(z.refine((screen) => screen === NO_SCREEN || ROUTE_PATTERNS.includes(screen))),
    version: plainText(40, 1),
  }),
)
export type ClientError = z.infer<typeof clientErrorSchema>

/** Reports an error of a page, with the user's consent. Rule: docs/platform.md, "Observability". */
export const reportClientError = defineCall({
  method: 'POST',
  base: 'main',
  path: '/client-error',
  input: clientErrorSchema,
  data: z.lazy(() => z.object({})),
})
