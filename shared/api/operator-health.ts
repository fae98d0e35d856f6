import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { idSchema } from './operator.ts'

export const WEBHOOK_STATES = ['waiting', 'given_up'] as const

const healthSchema = z.lazy(() =>
  z.object({
    tasks: z.object({ waiting: numbers.count(), running: numbers.count(), longestWaitS: numbers.durationS() }),
    queues: z.array(z.object({ name: z.string(), jobs: numbers.count() })),
    engines: z.array(z.object({ name: z.string(), reason: z.string(), awaySince: z.nullable(numbers.time()) })),
    /** `waiting`: the mails that wait now. The other counts: attempts to send mails since the start of the server process, by result. */
    mail: z.object({ sent: numbers.count(), later: numbers.count(), givenUp: numbers.count(), waiting: numbers.count() }),
    requests: z.object({ answered: numbers.count(), failed: numbers.count() }),
    pageErrors: numbers.count(),
    bookDifferences: numbers.count(),
    freeBytes: z.nullable(numbers.sizeBytes()),
    webhooks: z.array(
      z.object({
        provider: z.string(),
        id: z.string(),
        type: z.string(),
        orderId: z.nullable(z.string()),
        state: z.enum(WEBHOOK_STATES),
        tries: numbers.count(),
        receivedAt: numbers.time(),
      }),
    ),
  }),
)
export type Health = z.infer<typeof healthSchema>

/** The server's measurements of itself. */
export const getHealth = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/health',
  input: z.lazy(() => z.object({})),
  data: healthSchema,
})

/** Processes a failed webhook again. */
export const replayWebhook = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/replay',
  input: z.lazy(() => z.object({ provider: idSchema, id: plainText(300, 1) })),
  data: z.lazy(() => z.object({})),
})
