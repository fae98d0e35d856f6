import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { idSchema } from './operator.ts'
import { REPLY_MAX_LENGTH } from '#shared/domain/operator-rules.ts'

const messageSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    ownerId: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    isPriority: z.boolean(),
    createdAt: numbers.time(),
    answeredAt: z.nullable(numbers.time()),
    replies: z.array(z.object({ id: z.string(), body: z.string(), createdAt: numbers.time() })),
  }),
)
export type InboxMessage = z.infer<typeof messageSchema>

export const MESSAGE_STATES = ['open', 'answered'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Messages of the contact form. Open ones: members first, then oldest first. Answered ones: newest first. */
export const getMessages = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/messages',
  input: z.lazy(() => z.object({ state: z.enum(MESSAGE_STATES), offset: z.optional(z.string().check(z.regex(/^\d{1,6}$/))) })),
  data: z.lazy(() => z.object({ data: z.array(messageSchema), hasNext: z.boolean() })),
})

/** Answers a message by mail and marks it as answered. */
export const replyToMessage = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/reply',
  input: z.lazy(() => z.object({ messageId: idSchema, body: plainText(REPLY_MAX_LENGTH, 1) })),
  data: z.lazy(() => z.object({})),
  idempotent: true,
})

/** Marks a message as answered without a mail, or as open. */
export const setMessageState = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/message-state',
  input: z.lazy(() => z.object({ messageId: idSchema, state: z.enum(MESSAGE_STATES) })),
  data: z.lazy(() => z.object({})),
})
