import fs from 'node:fs/promises'
import { type Database, type Transaction, and, eq, inTransaction, batch, media, task } from '#server/database/database.ts'
import type { IncomingUpload } from '#server/http/upload-space.ts'
import { type Context, type Answer, type ServiceFailure, ok, refuse } from '#server/verbs/verb.ts'
import { cutBehindBoxes, isFastStart, readVideo } from '#server/motion/read-video.ts'
import { makePoster } from '#server/motion/make-poster.ts'
import { lockOwner, requireAccount } from '#server/verbs/require-owner.ts'
import { retryWithRoom } from '#server/media-store/unused-uploads.ts'
import { makeId } from '#server/crypto/make-id.ts'
import { makeMediaName } from '#server/media-store/media-name.ts'
import { requireStorage } from '#server/media-store/storage-use.ts'
import { LIMITS, countTry, refund } from '#server/verbs/rate-limit.ts'
import { type FormFile, type IncomingForm, TOO_SLOW, openFormFile, receiveBytes } from '#server/http/read-form.ts'
import { undoWhenBusy } from '#server/http/undo-when-busy.ts'
import type { Creation } from '#shared/api/generation.ts'
import { NO_FILE_TEXT, NOT_A_FILE_TEXT } from '#shared/api/files.ts'
import { MAX_EDIT_FRAMES } from '#shared/domain/editing-rules.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { MAX_EDITED_BYTES } from '#shared/domain/media-limits.ts'
import { fail } from '#shared/result.ts'
import { notDeleted, toCreation } from './creation-rows.ts'

type Row = Parameters<typeof toCreation>[0]

const TOO_LARGE: ServiceFailure = { code: 'H3000', fields: ['file'], status: 413 }
const NOT_A_VIDEO: ServiceFailure = { code: 'H3000', fields: ['file'], status: 415 }
/** The maximum length of an edited video, in s: one second more than its frames, because the sound may end later. */
const MOST_SECONDS = MAX_EDIT_FRAMES / FRAMES_PER_SECOND + 1

/** Stores an edited video as a creation with the settings of the original creation. Rule: docs/editing.md, "In the creations". */
export async function storeEdited({ ctx, input }: { ctx: Context; input: IncomingForm }): Promise<Answer<Creation>> {
  const account = await requireAccount(ctx)
  if (!account.ok) return account
  const { accountId } = account.value
  const file = await openFormFile(input, 'file')
  if (file === 'missing') return fail({ code: 'H3001', fields: ['file'], message: NO_FILE_TEXT })
  if (file === 'text') return fail({ code: 'H3000', fields: ['file'], message: NOT_A_FILE_TEXT })
  const origin = await findOrigin(ctx.db, accountId, file.fields.get('originId') ?? '')
  if (origin === undefined) return refuse('H4001', ['originId'])
  const storageAnswer = await retryWithRoom(ctx, accountId, () => requireStorage(ctx.db, ctx, accountId, 1), origin.batch.images)
  if (!storageAnswer.ok) return storageAnswer
  return ctx.uploadSpace.receive(input.upload, MAX_EDITED_BYTES, async () => {
    const limitArgs = [LIMITS.editedByAccount, [accountId]] as const
    const tryAnswer = await countTry(ctx.db, ctx.nowMs(), ...limitArgs)
    if (!tryAnswer.ok) return tryAnswer
    const store = () => receiveVideo(ctx, input.upload, file, origin)
    return undoWhenBusy(store, () => refund(ctx.db, ...limitArgs))
  })
}

async function receiveVideo(ctx: Context, upload: IncomingUpload, file: FormFile, origin: Row): Promise<Answer<Creation>> {
  const paths = { video: ctx.media.temporaryPath(), poster: ctx.media.temporaryPath() }
  try {
    const receivedFile = await receiveBytes(file.bytes, paths.video, MAX_EDITED_BYTES)
    if (receivedFile.isTooLarge) return fail(TOO_LARGE)
    if (receivedFile.isTooSlow) return fail(TOO_SLOW)
    if (!file.isWhole() || !(await isFastStart(paths.video))) return fail(NOT_A_VIDEO)
    await cutBehindBoxes(paths.video)
    const video = await readVideo(paths.video, MOST_SECONDS)
    if (video === undefined) return fail(NOT_A_VIDEO)
    const poster = await ctx.media.withLocal([origin.task.posterName], ([picture = '']) =>
      ctx.decoding.decode([picture], () => makePoster(paths.video, picture, video.size, undefined), upload),
    )
    if (!poster.ok) return poster
    await fs.writeFile(paths.poster, poster.value)
    const bytes = { video: (await fs.stat(paths.video)).size, poster: poster.value.byteLength }
    return await storeVideo(ctx, origin, { ...video.size, paths, bytes, sha256: receivedFile.sha256 })
  } finally {
    await Promise.all([paths.video, paths.poster].map((path) => fs.rm(path, { force: true })))
  }
}

async function findOrigin(db: Database, ownerId: string, id: string): Promise<Row | undefined> {
  const isDone = and(eq(task.id, id), eq(task.ownerId, ownerId), eq(task.status, 'SUCCESS'), notDeleted)
  const [row] = await db.select({ task, batch }).from(task).innerJoin(batch, eq(batch.id, task.batchId)).where(isDone)
  return row
}

interface ReceivedVideo {
  readonly paths: { readonly video: string; readonly poster: string }
  readonly bytes: { readonly video: number; readonly poster: number }
  readonly sha256: string
  readonly width: number
  readonly height: number
}

interface StoredEdit {
  readonly row: Row
  readonly isNew: boolean
}

/** Stores the files first, so no row is locked during the upload to the store. */
async function storeVideo(ctx: Context, origin: Row, receivedVideo: ReceivedVideo): Promise<Answer<Creation>> {
  const sameCreation = await findStored(ctx.db, origin.task.ownerId, receivedVideo.sha256)
  if (sameCreation !== undefined) return ok(toCreation(sameCreation))
  const names = { videoName: makeMediaName('mp4'), posterName: makeMediaName('jpg') }
  const removeFiles = () => Promise.all([ctx.media.remove(names.videoName), ctx.media.remove(names.posterName)])
  try {
    await ctx.media.publish(receivedVideo.paths.poster, names.posterName)
    await ctx.media.publish(receivedVideo.paths.video, names.videoName)
    const storeRows = () => inTransaction(ctx.db, (tx) => insertEdit(tx, ctx, origin, receivedVideo, names))
    const mediaColumns = await retryWithRoom(ctx, origin.task.ownerId, storeRows, origin.batch.images)
    if (!mediaColumns.ok || !mediaColumns.value.isNew) await removeFiles()
    return mediaColumns.ok ? ok(toCreation(mediaColumns.value.row)) : mediaColumns
  } catch (error) {
    await removeFiles().catch((problem: unknown) => ctx.log.warn({ err: problem }, 'Files of an edited video could not be deleted'))
    throw error
  }
}

/** Stores an edited video as a creation. H3009 if its owner is gone. */
async function insertEdit(
  tx: Transaction,
  ctx: Context,
  origin: Row,
  { sha256, width, height, bytes }: ReceivedVideo,
  names: Pick<Row['task'], 'videoName' | 'posterName'>,
): Promise<Answer<StoredEdit>> {
  const { ownerId } = origin.task
  if (!(await lockOwner(tx, ownerId))) return refuse('H3009')
  const sameCreation = await findStored(tx, ownerId, sha256)
  if (sameCreation !== undefined) return ok({ row: sameCreation, isNew: false })
  const storageAnswer = await requireStorage(tx, ctx, ownerId, bytes.video + bytes.poster)
  if (!storageAnswer.ok) return storageAnswer
  const createdAtMs = ctx.nowMs()
  const batchId = makeId()
  const mediaColumns = { ownerId, state: 'stored' as const, width, height, createdAtMs }
  await tx.insert(media).values([
    { ...mediaColumns, name: names.videoName, kind: 'video', contentType: 'video/mp4', sha256, bytes: bytes.video },
    { ...mediaColumns, name: names.posterName, kind: 'poster', contentType: 'image/jpeg', bytes: bytes.poster },
  ])
  const newBatch = { ...origin.batch, id: batchId, videoNum: 1, createdAtMs }
  const [batchRow] = await tx.insert(batch).values(newBatch).returning()
  const endColumns = { status: 'SUCCESS' as const, points: 0, createdAtMs, finishedAtMs: createdAtMs, width, height, ...names }
  const newTask = { ...endColumns, id: makeId(), batchId, ownerId, take: origin.task.take, editedFrom: origin.task.id }
  const [taskRow] = await tx.insert(task).values(newTask).returning()
  if (batchRow === undefined || taskRow === undefined) throw new Error('an edited video was not stored')
  return ok({ row: { task: taskRow, batch: batchRow }, isNew: true })
}

/** Finds a creation with the same bytes: the client sends them again after a lost answer. */
async function findStored(tx: Database | Transaction, ownerId: string, sha256: string): Promise<Row | undefined> {
  const [row] = await tx
    .select({ task, batch })
    .from(media)
    .innerJoin(task, eq(task.videoName, media.name))
    .innerJoin(batch, eq(batch.id, task.batchId))
    .where(and(eq(media.ownerId, ownerId), eq(media.sha256, sha256), eq(media.kind, 'video'), eq(task.ownerId, ownerId), notDeleted))
  return row
}
