import { z } from 'zod/mini'

/** The encrypted push message about a finished task. */
export const pushMessageSchema = z.object({
  taskId: z.string(),
  status: z.enum(['SUCCESS', 'FAILED']),
  title: z.string(),
  body: z.string(),
  /** The address of the result. */
  path: z.string(),
})
export type PushMessageData = z.infer<typeof pushMessageSchema>
