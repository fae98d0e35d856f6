import { sql } from 'drizzle-orm'
import type { ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { bigint, boolean, check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { AWAY_REASONS, TASK_STAGES } from '#shared/api/generation.ts'
import { LEDGER_KINDS } from '#shared/api/user.ts'
import { DURATIONS, RESOLUTIONS } from '#shared/domain/generation-options.ts'
import { BIZ_TYPES, TASK_STATES } from '#shared/domain/task.ts'
import type { MotionControls } from '#motion/controls/motion-controls.ts'

/** A column of ms since 1970. */
export const timeMs = (name: string) => bigint(name, { mode: 'number' })

/** The database's own time, in ms since 1970; it advances within a transaction. */
export const databaseNowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Sorts a column like `order by … desc`: nulls come first. Postgres ignores an index with another order of nulls. */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst()

const ORDER_OUTCOMES = ['made', 'failed', 'cancelled'] as const

/**
 * The owner of points, pictures and videos: a visitor, known by the hash of its user token, or an account. The unique token prevents double
 * registrations and welcome grants.
 */
export const owner = pgTable(
  'owner',
  {
    id: text().primaryKey(),
    tokenSha256: text('token_sha256').unique(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** When the visitor became an account. Since then, the token is invalid. */
    retiredAtMs: timeMs('retired_at_ms'),
    /** The client address that registered a visitor, as a keyed hash, to limit the number of visitors; null for accounts. */
    addressKey: text('address_key'),
  },
  (table) => [
    index('owner_by_address')
      .on(table.addressKey)
      .where(sql`${table.addressKey} is not null`),
  ],
)

/** Movements of points. Append-only: a trigger refuses UPDATE and DELETE. `seq` counts per owner, `balance` is the sum up to this row. */
export const ledger = pgTable(
  'ledger',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    seq: integer().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    amount: integer().notNull(),
    balance: integer().notNull(),
    taskId: text('task_id'),
    orderId: text('order_id'),
    note: text().notNull(),
    occurredAtMs: timeMs('occurred_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.seq] }),
    check('ledger_balance_not_negative', sql`${table.balance} >= 0`),
    // A task has at most one hold.
    uniqueIndex('ledger_hold_once')
      .on(table.taskId)
      .where(sql`${table.kind} = 'hold'`),
    // A task has at most one settlement or one return.
    uniqueIndex('ledger_end_once')
      .on(table.taskId)
      .where(sql`${table.kind} in ('settle', 'return')`),
    // A payment adds points once. The points that a rejected refund returns are excluded.
    uniqueIndex('ledger_payment_once')
      .on(table.orderId)
      .where(sql`${table.orderId} is not null and ${table.amount} > 0 and ${table.kind} <> 'return'`),
  ],
)

/** A file under `/media/<name>`: an upload (pending until its bytes have arrived), a video, or the poster of a video. */
export const media = pgTable(
  'media',
  {
    name: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    kind: text({ enum: ['upload', 'video', 'poster'] }).notNull(),
    state: text({ enum: ['pending', 'stored'] }).notNull(),
    contentType: text('content_type').notNull(),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** The size of the file; null until housekeeping has measured a row of an older build. */
    bytes: bigint({ mode: 'number' }),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [
    index('media_storage')
      .on(table.ownerId, table.bytes)
      .where(sql`${table.state} = 'stored'`),
    index('media_uncounted')
      .on(table.createdAtMs)
      .where(sql`${table.state} = 'stored' and ${table.bytes} is null`),
    index('media_by_bytes').on(table.ownerId, table.sha256),
    index('media_pending')
      .on(table.createdAtMs)
      .where(sql`${table.state} = 'pending'`),
    index('media_upload_age')
      .on(table.createdAtMs)
      .where(sql`${table.kind} = 'upload' and ${table.state} = 'stored'`),
  ],
)

/** An accepted commit. Its videos are the tasks. */
export const batch = pgTable(
  'batch',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    bizType: text('biz_type', { enum: BIZ_TYPES }).notNull(),
    modelName: text('model_name').notNull(),
    prompt: text().notNull(),
    images: text().array().notNull(),
    duration: text({ enum: DURATIONS }).notNull(),
    resolution: text({ enum: RESOLUTIONS }).notNull(),
    videoNum: integer('video_num').notNull(),
    imageFidelity: doublePrecision('image_fidelity').notNull(),
    /** The id of the effect, for a batch of the type TEMPLATE. */
    templateId: text('template_id'),
    aiMusic: integer('ai_music').notNull().default(0),
    /** A number of 31 bits that seeds the choices that the prompt leaves open. */
    seed: integer().notNull().default(0),
    /** Manual settings, which override the prompt. */
    controls: jsonb().$type<MotionControls>(),
    /** Whether another engine may render the videos while the model's engine is unreachable. The videos never cost more points. */
    mayMove: boolean('may_move').notNull().default(false),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [index('batch_by_owner').on(table.ownerId)],
)

/**
 * A video. `worker` renders it until `leaseUntilMs`. Each write of a worker checks `worker` and `attempts`, so a worker that lost the task
 * writes nothing.
 */
export const task = pgTable(
  'task',
  {
    id: text().primaryKey(),
    batchId: text('batch_id')
      .notNull()
      .references(() => batch.id),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    /** The number of the video in its batch, from 0. */
    take: integer().notNull(),
    status: text({ enum: TASK_STATES }).notNull(),
    stage: text({ enum: TASK_STAGES }),
    /** The progress of the current attempt, 0 to 1. */
    progress: doublePrecision(),
    /** The estimated remaining time of the current attempt, in ms. */
    leftMs: integer('left_ms'),
    points: integer().notNull(),
    /** The replacement model and its points, if the engine of the batch's model was unreachable. */
    movedTo: text('moved_to'),
    movedPoints: integer('moved_points'),
    attempts: integer().notNull().default(0),
    worker: text(),
    leaseUntilMs: timeMs('lease_until_ms'),
    engineHandle: text('engine_handle'),
    errorMsg: text('error_msg'),
    videoName: text('video_name').notNull(),
    posterName: text('poster_name').notNull(),
    width: integer(),
    height: integer(),
    /** The task whose video the user edited on a device to create this one, at no charge. */
    editedFrom: text('edited_from'),
    isCollect: boolean('is_collect').notNull().default(false),
    createdAtMs: timeMs('created_at_ms').notNull(),
    finishedAtMs: timeMs('finished_at_ms'),
    /** When the owner deleted the creation. The row stays, because the ledger references it. */
    deletedAtMs: timeMs('deleted_at_ms'),
    /** Whether the files of the deleted creation are deleted too. Then it cannot be restored. */
    isErased: boolean('is_erased').notNull().default(false),
  },
  (table) => [
    index('task_by_batch').on(table.batchId, table.take),
    // The index has the deletion time, so the query skips deleted tasks without reading their rows.
    index('task_history').on(table.ownerId, newestFirst(table.createdAtMs), table.batchId, table.take, table.deletedAtMs),
    // Postgres compresses equal keys in the index, so it counts thousands of an owner's tasks by reading few pages.
    index('task_count')
      .on(table.ownerId)
      .where(sql`${table.deletedAtMs} is null`),
    index('task_failures')
      .on(table.ownerId, newestFirst(table.finishedAtMs))
      .where(sql`${table.status} = 'FAILED'`),
    index('task_pending')
      .on(table.createdAtMs, table.batchId, table.take)
      .where(sql`${table.status} = 'PENDING'`),
    index('task_processing')
      .on(table.leaseUntilMs)
      .where(sql`${table.status} = 'PROCESSING'`),
    index('task_made')
      .on(newestFirst(table.createdAtMs))
      .where(sql`${table.status} = 'SUCCESS' and ${table.editedFrom} is null`),
    index('task_generating')
      .on(table.ownerId)
      .where(sql`${table.status} in ('PENDING', 'PROCESSING')`),
    index('task_to_erase')
      .on(table.deletedAtMs)
      .where(sql`${table.deletedAtMs} is not null and not ${table.isErased}`),
  ],
)

/**
 * Engines that recently refused an order or failed their checks. `awaySinceMs` is null while an engine is on trial and accepts orders
 * again.
 */
export const engineHealth = pgTable('engine_health', {
  name: text().primaryKey(),
  failures: integer().notNull(),
  reason: text({ enum: AWAY_REASONS }).notNull(),
  awaySinceMs: timeMs('away_since_ms'),
  retryAtMs: timeMs('retry_at_ms').notNull(),
})

/** Orders at video services, for the operator's cost report. Rows outlive the tasks and identify no user. */
export const engineOrder = pgTable(
  'engine_order',
  {
    taskId: text('task_id').primaryKey(),
    engine: text().notNull(),
    modelName: text('model_name').notNull(),
    outcome: text({ enum: ORDER_OUTCOMES }).notNull(),
    /** The points that the user paid; 0 if they were returned. */
    points: integer().notNull(),
    /** The cost in millionths of a US dollar; null if neither the service nor the configuration states it. */
    costMicros: bigint('cost_micros', { mode: 'number' }),
    endedAtMs: timeMs('ended_at_ms').notNull(),
  },
  (table) => [index('engine_order_age').on(table.endedAtMs)],
)

/**
 * Answers of idempotent calls, so a repeated request gets the first answer. The key of a row is the owner, the call and the page's
 * idempotency key.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    route: text().notNull(),
    key: text().notNull(),
    bodySha256: text('body_sha256').notNull(),
    answer: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.route, table.key] }), index('idempotency_age').on(table.createdAtMs)],
)

export const contactMessage = pgTable(
  'contact_message',
  {
    id: text().primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => owner.id),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    createdAtMs: timeMs('created_at_ms').notNull(),
    /** The sender had a plan, which includes priority support. */
    isPriority: boolean('is_priority').notNull().default(false),
    /** When an operator answered the message; null before. */
    answeredAtMs: timeMs('answered_at_ms'),
  },
  (table) => [
    index('contact_message_by_owner').on(table.ownerId, table.createdAtMs),
    index('contact_message_open')
      .on(table.createdAtMs)
      .where(sql`${table.answeredAtMs} is null`),
  ],
)

/** Welcome grants per network address and day, with the address as a keyed hash. A visitor's token makes its grant unique, see `owner`. */
export const welcomeLimit = pgTable(
  'welcome_limit',
  {
    addressHash: text('address_hash').notNull(),
    day: integer().notNull(),
    grants: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.day] })],
)

/** Keys that all processes of one installation share. */
export const secret = pgTable('secret', {
  name: text().primaryKey(),
  value: text().notNull(),
})
