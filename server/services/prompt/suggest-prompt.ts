import type { Context } from '#server/services/context/context.ts'
import type { ServiceFailure } from '#server/services/context/failure.ts'
import type { CallData, CallInput } from '#shared/api/define-call.ts'
import type { suggestPrompt as suggestCall } from '#shared/api/prompts.ts'
import type { Result } from '#shared/result.ts'
import { LIMITS } from '#server/services/auth/limits.ts'
import { countTry } from '#server/services/auth/rate-limit.ts'
import { refuse } from '#server/services/context/failure.ts'
import { requireOwner } from '#server/services/context/require-owner.ts'
import { ownImages } from '#server/services/file/own-images.ts'
import { ok } from '#shared/result.ts'
import { studyPicture } from './study-picture.ts'
import { writePassage, writePrompt } from './write-prompt.ts'

/** Looks at the caller's own pictures and writes what would suit them; no model is asked, and nothing is kept. */
export async function suggestPrompt({
  ctx,
  input,
}: {
  ctx: Context
  input: CallInput<typeof suggestCall>
}): Promise<Result<CallData<typeof suggestCall>, ServiceFailure>> {
  const owner = await requireOwner(ctx)
  if (!owner.ok) return owner
  const names = await ownImages(ctx.db, owner.value, input.images)
  if (names === undefined) return refuse('H3000', ['images'])
  const counted = await countTry(ctx.db, ctx.nowMs(), LIMITS.suggestByOwner, [owner.value])
  if (!counted.ok) return counted
  const [first, last] = await Promise.all(names.map((name) => studyPicture(ctx.media.pathOf(name))))
  if (first === undefined) return refuse('H3001', ['images'])
  return ok({ prompt: last === undefined ? writePrompt(first) : writePassage(first, last) })
}
