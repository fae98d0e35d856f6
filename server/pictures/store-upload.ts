import { eq } from '#server/database/database.ts'
import { media } from '#server/database/schema.ts'
import { type Answer, ok, refuse } from '#server/verbs/verb.ts'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import type { Services } from '#server/verbs/services.ts'
import { LIMITS, countTry, refund } from '#server/verbs/rate-limit.ts'
import { BUSY_RETRY_MS } from '#server/http/upload-space.ts'
import { undoWhenBusy } from '#server/http/undo-when-busy.ts'
import { fail } from '#shared/result.ts'
import { NOT_A_PICTURE, type ReceivedPicture, maxUploadBytes, receivePicture } from './receive-picture.ts'
import { readPermit } from './upload-permit.ts'
import { claimName, noteStored, publishClaimed } from './presign-upload.ts'

interface UploadRequest {
  readonly name: string
  readonly query: unknown
  readonly contentType: string
  readonly body: ReadableStream<Uint8Array> | null
  readonly upload: IncomingUpload
}

/** Stores the bytes of a presigned upload. The signed address authorises the request; the content determines the type. */
export async function storeUpload({ ctx, input }: { ctx: Services; input: UploadRequest }): Promise<Answer<object>> {
  const permit = readPermit(input.name, input.query, ctx.secret, ctx.nowMs())
  if (permit === undefined) return refuse('H3013')
  if (input.contentType !== permit.type || input.body === null) return fail(NOT_A_PICTURE)
  const { upload, body } = input
  const { name } = permit
  const storePicture = async (receivedPicture: ReceivedPicture): Promise<Answer<object>> => {
    const claim = await ctx.db.transaction((tx) => claimName(tx, name, receivedPicture.sha256))
    if (claim !== 'ours') return claim === 'stored' ? ok({}) : refuse('H3013')
    const publishAnswer = await publishClaimed(ctx, name, receivedPicture, (tx) => noteStored(tx, ctx, name, receivedPicture))
    return publishAnswer.ok ? ok({}) : publishAnswer
  }
  const checkOnce = (sha256: string, check: () => Promise<Answer<object>>) =>
    shareCheck(name, sha256, async () => (await findAnswer(ctx, name, sha256)) ?? countCheck(ctx, name, check))
  return ctx.uploadSpace.receive(upload, maxUploadBytes(permit), () =>
    receivePicture(ctx, permit, upload, body, { checkOnce, storePicture }),
  )
}

interface RunningCheck {
  readonly sha256: string
  readonly answer: Promise<Answer<object>>
}

/** The uploads that are decoded and stored now, by file name. Names are random, so several servers in one process can share this map. */
const runningChecks = new Map<string, RunningCheck>()

/**
 * Concurrent requests with the same bytes for one name share one `check`, which decodes and stores the picture. Requests with other bytes
 * wait for this check: H3013 if it has stored its bytes, else H503.
 */
async function shareCheck(name: string, sha256: string, check: () => Promise<Answer<object>>): Promise<Answer<object>> {
  const runningCheck = runningChecks.get(name)
  if (runningCheck?.sha256 === sha256) return runningCheck.answer
  if (runningCheck !== undefined) return (await runningCheck.answer).ok ? refuse('H3013') : refuse('H503', undefined, BUSY_RETRY_MS)
  const answer = check()
  runningChecks.set(name, { sha256, answer })
  try {
    return await answer
  } finally {
    runningChecks.delete(name)
  }
}

/**
 * The answer to an upload that needs no decoding: the name already has these bytes, or was claimed for other bytes (H3013). Undefined if
 * the bytes must be decoded.
 */
async function findAnswer({ db }: Pick<Services, 'db'>, name: string, sha256: string): Promise<Answer<object> | undefined> {
  const [row] = await db.select({ state: media.state, sha256: media.sha256 }).from(media).where(eq(media.name, name))
  if (row === undefined || (row.sha256 !== null && row.sha256 !== sha256)) return refuse('H3013')
  return row.state === 'stored' ? ok({}) : undefined
}

/** Counts the checks of one permit, because each check decodes a picture. H4022 after too many. */
async function countCheck(ctx: Services, name: string, check: () => Promise<Answer<object>>): Promise<Answer<object>> {
  const limitArgs = [LIMITS.checksByPermit, [name]] as const
  const tryAnswer = await countTry(ctx.db, ctx.nowMs(), ...limitArgs)
  return tryAnswer.ok ? undoWhenBusy(check, () => refund(ctx.db, ...limitArgs)) : tryAnswer
}
