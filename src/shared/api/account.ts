import { z } from 'zod/mini'
import { emailSchema, personName } from '#shared/api/account-fields.ts'
import { callPath, defineCall } from '#shared/api/define-call.ts'
import { newPasswordSchema } from './account-fields.ts'
import { plainText } from '#shared/api/plain-text.ts'
import { userInfoSchema } from '#shared/api/user.ts'

/** Other names. */
export const changeMe = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/me',
  input: z.object({ firstName: personName, lastName: personName }),
  data: userInfoSchema,
})

/** A new password; the current one is asked for where there is one. Ends all other sessions. LOGIN_WRONG about `currentPassword` when it is not right. */
export const changePassword = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/password',
  input: z.object({ currentPassword: z.optional(plainText(1000)), newPassword: newPasswordSchema }),
  data: z.object({}),
})

const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system, as far as they say. */
  device: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  isCurrent: z.boolean(),
})
export type SessionInfo = z.infer<typeof sessionSchema>

/** Where the account is logged in, the current session first. */
export const getSessions = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/sessions',
  input: z.object({}),
  data: z.object({ sessions: z.array(sessionSchema) }),
})

/** Ends one session, or all but the current one. */
export const endSessions = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/sessions/end',
  input: z.object({ id: z.optional(plainText(64, 1)) }),
  data: z.object({ ended: z.number() }),
})

/** Asks for the account's deletion; `confirmation` is its e-mail address. It can be taken back until `deletesAt`. Ends all other sessions. */
export const deleteMe = defineCall({
  method: 'DELETE',
  base: 'main',
  path: '/user/me',
  input: z.object({ confirmation: emailSchema }),
  data: userInfoSchema,
})

/** Takes the deletion back. */
export const cancelDeletion = defineCall({ method: 'POST', base: 'main', path: '/user/me/keep', input: z.object({}), data: userInfoSchema })

/** A ZIP file of everything held about the account. Rule: docs/account.md, "Own account". */
export const exportMe = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/export',
  input: z.object({}),
  data: z.instanceof(Blob),
  isFile: true,
})
export const EXPORT_PATH = callPath(exportMe)
