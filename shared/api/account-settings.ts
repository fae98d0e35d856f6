import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { enteredPasswordSchema, emailSchema, personNameSchema, emailCodeSchema, newPasswordSchema } from './account-inputs.ts'
import { callPath, defineCall, plainText } from './define-call.ts'
import { userInfoSchema } from './user.ts'

/** Changes the name of the account. */
export const changeMe = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/me',
  input: z.lazy(() => z.object({ firstName: personNameSchema, lastName: personNameSchema })),
  data: userInfoSchema,
})

/**
 * Sets a new password and ends all other sessions. Requires the current password, or a recent login if the account has no password.
 * LOGIN_WRONG on `currentPassword`: the current password is wrong.
 */
export const changePassword = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/password',
  input: z.lazy(() => z.object({ currentPassword: z.optional(enteredPasswordSchema), newPassword: newPasswordSchema })),
  data: z.lazy(() => z.object({})),
})

/**
 * Sends one code to the account's mailbox and one to the new mailbox. Requires the current password, or a recent login if the account has
 * no password.
 */
export const startEmailChange = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/email/start',
  input: z.lazy(() => z.object({ email: emailSchema, currentPassword: z.optional(enteredPasswordSchema) })),
  data: z.lazy(() => z.object({ resendAfterMs: numbers.durationMs() })),
})

/**
 * Changes the account's e-mail address with the codes from the old and the new mailbox. EMAIL_TAKEN: another account has the new address.
 * Other errors: those of `verifyEmailCode`, on `oldCode` or `newCode`.
 */
export const changeEmail = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/email/change',
  input: z.lazy(() => z.object({ oldCode: emailCodeSchema, newCode: emailCodeSchema })),
  data: userInfoSchema,
})

/**
 * Links the account to the Google account of an authorization code. Requires the current password, or a recent login if the account has no
 * password. H3016: one of the two accounts is linked already. H3017: another account uses this Google account, and both accounts have a
 * membership. GOOGLE_REFUSED: Google does not accept the code.
 */
export const linkGoogle = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/google/link',
  input: z.lazy(() => z.object({ code: plainText(8192, 1), currentPassword: z.optional(enteredPasswordSchema) })),
  data: userInfoSchema,
})

/** Unlinks Google. ONLY_WAY_IN: the account has neither a password nor a passkey. */
export const unlinkGoogle = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/google/unlink',
  input: z.lazy(() => z.object({})),
  data: userInfoSchema,
})

/** The storage that the files of the account use. `limitBytes` 0: no limit. */
export const getStorage = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/storage',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ usedBytes: numbers.sizeBytes(), limitBytes: numbers.sizeBytes() })),
})

const sessionSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    /** Browser and system, as far as the user agent contains them. */
    device: z.string(),
    /** The network block of the session's last request; 'local' for the server's own computer, '' if unknown. */
    place: z.string(),
    createdAt: numbers.time(),
    seenAt: numbers.time(),
    isCurrent: z.boolean(),
  }),
)
export type SessionInfo = z.infer<typeof sessionSchema>

/** The sessions of the account, the current one first. */
export const getSessions = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/sessions',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ sessions: z.array(sessionSchema) })),
})

/** Ends one session, or all except the current one. */
export const endSessions = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/sessions/end',
  input: z.lazy(() => z.object({ id: z.optional(plainText(64, 1)) })),
  data: z.lazy(() => z.object({ ended: numbers.count() })),
})

/**
 * Schedules the deletion of the account; `confirmation` is its e-mail address. The deletion can be cancelled until `deletesAt`. Ends all
 * other sessions.
 */
export const deleteMe = defineCall({
  method: 'DELETE',
  base: 'main',
  path: '/user/me',
  input: z.lazy(() => z.object({ confirmation: emailSchema })),
  data: userInfoSchema,
})

export const cancelDeletion = defineCall({
  method: 'POST',
  base: 'main',
  path: '/user/me/keep',
  input: z.lazy(() => z.object({})),
  data: userInfoSchema,
})

/** A ZIP file of all data of the account. Rule: docs/account.md, "Own account". */
export const exportMe = defineCall({
  method: 'GET',
  base: 'main',
  path: '/user/export',
  input: z.lazy(() => z.object({})),
  data: z.instanceof(Blob),
  isFile: true,
})
export const EXPORT_PATH = callPath(exportMe)
