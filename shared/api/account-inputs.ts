import { z } from 'zod/mini'
import * as rules from '#shared/domain/account-rules.ts'
import { passwordProblem } from '#shared/domain/password-rule.ts'
import { plainText } from './define-call.ts'

/** An e-mail address in any spelling, including ones that a new account cannot have. The server parses it with `readEmail`. */
export const emailSchema = z.pipe(
  z.pipe(plainText(2 * rules.EMAIL_MAX_LENGTH), z.transform(rules.normalizeEmail)),
  z.string().check(z.refine(rules.isEmail)),
)

/** A first or last name: trimmed, not empty, without line breaks and other control characters. */
export const personNameSchema = z.pipe(
  z.pipe(
    plainText(4 * rules.NAME_MAX_LENGTH),
    z.transform((text: string) => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(rules.NAME_MAX_LENGTH), z.regex(/^\P{Cc}*$/u)),
)

/** A valid new password. Rule: docs/account.md, "Accounts". */
export const newPasswordSchema = plainText(rules.ENTERED_PASSWORD_MAX_LENGTH).check(
  z.refine((password) => passwordProblem(password) === null),
)

/** A code of an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z.pipe(
  z.pipe(plainText(100), z.transform(rules.normalizeSecondFactor)),
  z.string().check(z.refine(rules.isSecondFactor)),
)

/** A password as entered: only its length is checked, not the rules for new passwords. */
export const enteredPasswordSchema = plainText(rules.ENTERED_PASSWORD_MAX_LENGTH)

/** The proof that the server returns for a verified e-mail code. */
export const proofSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A code that was sent by mail. */
export const emailCodeSchema = z.string().check(z.refine(rules.isEmailCode))
