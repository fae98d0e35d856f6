import { callPath } from '#shared/api/define-call.ts'
import { COMMON_HEADERS, IDEMPOTENCY_HEADER, SIGNATURE_HEADER, SIGNATURE_KEY, signParams } from '#shared/api/common-params.ts'
import { generateCustom, getHistory, queryBatch } from '#shared/api/generation.ts'
import { getExplore } from '#shared/api/templates.ts'
import { getPoints } from '#shared/api/user.ts'

/** The product's modules from which the bench builds its requests as the page does. */
export { callPath, COMMON_HEADERS, IDEMPOTENCY_HEADER, SIGNATURE_HEADER, SIGNATURE_KEY, signParams }
export const calls = { generateCustom, getExplore, getHistory, getPoints, queryBatch }
