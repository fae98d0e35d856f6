import { eq, inArray, or, sql } from 'drizzle-orm'
import { media, task } from '#server/platform/database/schema.ts'
import { refuse } from '#server/platform/context/failure.ts'
import { mediaNameOf } from '#server/platform/context/media-name.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import type { takeDown } from '#shared/api/operator-acts.ts'
import { ok } from '#shared/result.ts'
import { recordAct } from './acts.ts'
import type { Verb } from './operator-call.ts'

/**
 * Removes a file for good; of a video also its poster, and the creation from its owner's lists. The file goes before the rows, so that a failed
 * removal leaves all of them to be tried again.
 */
export const removeFile: Verb<typeof takeDown> = async ({ ctx, input: { name: wanted, reason }, operator }) => {
  const name = mediaNameOf(wanted) ?? wanted
  return inTransaction(ctx.db, async (tx) => {
    const [file] = await tx.select({ name: media.name }).from(media).where(eq(media.name, name))
    if (file === undefined) return refuse('H4001')
    const { videoName, posterName } = task
    const made = await tx
      .update(task)
      .set({ isErased: true, deletedAtMs: sql`coalesce(${task.deletedAtMs}, ${ctx.nowMs()})` })
      .where(or(eq(videoName, name), eq(posterName, name)))
      .returning({ videoName, posterName })
    const names = [...new Set([name, ...made.flatMap((row) => [row.videoName, row.posterName])])]
    for (const one of names) await ctx.media.remove(one)
    await tx.delete(media).where(inArray(media.name, names))
    await recordAct(tx, ctx, operator, { act: 'take_down', subject: 'file', subjectId: name, detail: { reason } })
    return ok({})
  })
}
