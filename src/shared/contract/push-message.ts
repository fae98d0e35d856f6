import { z } from 'zod/mini'

/** What the server tells a browser of the end of a task, encrypted for it alone. */
export const pushMessageSchema = z.object({
  taskId: z.string(),
  status: z.enum(['SUCCESS', 'FAILED']),
  title: z.string(),
  body: z.string(),
  /** Where the result is looked at. */
  path: z.string(),
})
export type PushMessageData = z.infer<typeof pushMessageSchema>
