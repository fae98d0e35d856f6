import { z } from 'zod/mini'
import { plainText } from '#shared/api/plain-text.ts'
import { passwordProblem } from '#shared/domain/password-rule.ts'

/** A password that may be set. Rule: docs/rules.md, "Accounts". */
export const newPasswordSchema = plainText(1000).check(z.refine((password) => passwordProblem(password) === null))
