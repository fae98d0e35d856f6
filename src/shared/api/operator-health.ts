import { z } from 'zod/mini'
import { defineCall, plainText } from '#shared/api/define-call.ts'
import { idSchema } from '#shared/api/operator.ts'

export const WEBHOOK_STATES = ['waiting', 'given_up'] as const

const healthSchema = z.lazy(() =>
  z.object({
    tasks: z.object({ waiting: z.number(), running: z.number(), longestWaitS: z.number() }),
    queues: z.array(z.object({ name: z.string(), jobs: z.number() })),
    engines: z.array(z.object({ name: z.string(), reason: z.string(), awaySince: z.nullable(z.number()) })),
    /** Of this process, since it began. */
    mail: z.object({ sent: z.number(), later: z.number(), givenUp: z.number(), waiting: z.number() }),
    requests: z.object({ answered: z.number(), failed: z.number() }),
    pageErrors: z.number(),
    bookDifferences: z.number(),
    freeBytes: z.nullable(z.number()),
    webhooks: z.array(
      z.object({
        provider: z.string(),
        id: z.string(),
        type: z.string(),
        orderId: z.nullable(z.string()),
        state: z.enum(WEBHOOK_STATES),
        tries: z.number(),
        receivedAt: z.number(),
      }),
    ),
  }),
)
export type Health = z.infer<typeof healthSchema>

/** What the server measures of itself. */
export const getHealth = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/health',
  input: z.lazy(() => z.object({})),
  data: healthSchema,
})

/** Works on a webhook again that has failed. */
export const replayWebhook = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/replay',
  input: z.lazy(() => z.object({ provider: idSchema, id: plainText(300, 1) })),
  data: z.lazy(() => z.object({})),
})
