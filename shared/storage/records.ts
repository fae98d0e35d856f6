import type { ZodMiniType } from 'zod/mini'
import type { BizType } from '#shared/domain/task.ts'

/** A kind of stored record: its shape, version, fallback and migration. */
export interface StoredRecord<T> {
  readonly version: number
  readonly schema: ZodMiniType<T>
  readonly fallback: () => T
  /** Migrates the data of an older version; undefined if that is not possible. */
  readonly migrate?: (fromVersion: number, data: unknown) => unknown
}

/** The form in which the data of a record is stored. */
export interface Versioned {
  readonly version: number
  readonly data: unknown
}

export function defineRecord<T>(record: StoredRecord<T>): StoredRecord<T> {
  return record
}

/** Parses stored data. Never throws; unknown or broken data becomes undefined. */
export function parseRecord<T>(record: StoredRecord<T>, raw: unknown): T | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const { version, data } = raw as Partial<Versioned>
  if (typeof version !== 'number' || version > record.version) return undefined
  try {
    const currentData = version === record.version ? data : record.migrate?.(version, data)
    const parsed = record.schema.safeParse(currentData)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Parses stored data, or returns the record's fallback. Never throws. */
export function readRecord<T>(record: StoredRecord<T>, raw: unknown): T {
  return parseRecord(record, raw) ?? record.fallback()
}

/** The stored form of a value. */
export function toStored<T>(record: StoredRecord<T>, data: T): Versioned {
  return { version: record.version, data }
}

/** The database of all hub records. */
export const HUB_DATABASE = 'kinora-hub'
/** Server answers stored for a start without a network: lists of creations, the plan catalogue and the options of the forms. */
export const HISTORY_DATABASE = 'kinora-history'
/** The rows of the user's own creations: all of them, those with a finished video, and the collected ones. */
export const CREATION_ROWS = { all: 'all', ready: 'creations', collected: 'collected' } as const
/** Payment histories and points movements, for reading offline. */
export const BILLING_DATABASE = 'kinora-billing'
/** The unfinished form of each tool, with its prepared pictures and their sources. */
export const DRAFT_DATABASE = 'kinora-drafts'
/** The key of each tool's draft. */
export const DRAFT_KEYS = { CUSTOM: 'image-to-video', HEAD_TAIL: 'start-end-frame', TEMPLATE: 'video-template' } as const satisfies Record<
  BizType,
  string
>
/** The gallery lists, one row each and the same for every identity; also the row `SAVES_DATA_KEY`. */
export const TEMPLATE_DATABASE = 'kinora-templates'
/** Form suggestions: sent prompts, prompt words, the last effect. */
export const COMPOSER_DATABASE = 'kinora-composer'
/** Pictures and texts that other apps have shared with Kinora, until a form uses them. */
export const SHARE_DATABASE = 'kinora-shares'
/** The rows of the offline videos, of the "save all" setting, and of the last check and clean-up of the videos' files. */
export const OFFLINE_DATABASE = 'kinora-kept'
/** The cache of the offline videos' files. */
export const OFFLINE_CACHE = 'kept-videos'
/** Results of the editor, music files for videos, and the tries to finish videos on this device. */
export const MADE_DATABASE = 'kinora-made'

export const TASK_POOL_KEY = 'gem_task_pool'
export const IDENTITY_KEY = 'identity'
export const ACCOUNT_KEY = 'account'
export const CREDITS_KEY = 'credits'
export const FENCE_KEY = 'fence'
export const CLEARED_KEY = 'cleared'
export const OUTBOX_PREFIX = 'outbox/'
export const ANNOUNCED_PREFIX = 'announced/'
export const PUSHED_PREFIX = 'pushed/'
export const ORDER_PREFIX = 'order/'
export const INTENT_PREFIX = 'intent/'
export const LAST_ORDER_PREFIX = 'last_order/'
export const LAST_SKU_PREFIX = 'last_sku/'
export const MUTATION_PREFIX = 'mutation/'
export const OVERDUE_PREFIX = 'overdue/'

/** The key of the user's choice to save data or not, which the service worker reads. Without a choice there is no row. */
export const SAVES_DATA_KEY = 'saves-data'

export const PROMPT_WORDS_KEY = 'prompt-words'
export const LAST_TEMPLATE_KEY = 'last-template'
export const CATALOGUE_KEY = 'catalogue'
const PROMPTS_PREFIX = 'prompts/'

/** The key of the prompts that were sent with one kind of form. `owner` is an account, or '' for a visitor. */
export function promptsKey(bizType: BizType, owner: string): string {
  return `${PROMPTS_PREFIX}${bizType}/${owner}`
}

/** The key of one form's draft. `owner` is an account, or '' for a visitor. */
export function draftKey(form: string, owner: string): string {
  return owner === '' ? form : `${form}/of/${owner}`
}

/** The prefix of all offline videos, of any owner. */
export const OFFLINE_VIDEO_PREFIX = 'kept/'

/** The prefix of one owner's offline videos. `owner` is an account, or '' for a visitor. */
export function offlineVideosOf(owner: string): string {
  return `${OFFLINE_VIDEO_PREFIX}${owner}/`
}

/** The prefixes of all results of the editor and of all music files for videos, of any owner. */
export const MADE_PREFIX = 'made/'
export const MUSIC_PREFIX = 'music/'

/** The prefix of one owner's results of the editor. `owner` is an account, or '' for a visitor. */
export function madeMediaOf(owner: string): string {
  return `${MADE_PREFIX}${owner}/`
}

export function madeKey(owner: string, id: string): string {
  return madeMediaOf(owner) + id
}

/** The prefix of the rows that count this device's tries to finish one owner's videos, one row per video. */
export function finishedOf(owner: string): string {
  return `finished/${owner}/`
}

export function finishedKey(owner: string, taskId: string): string {
  return finishedOf(owner) + taskId
}

/** The prefix of one owner's music files for videos. */
export function musicOf(owner: string): string {
  return `${MUSIC_PREFIX}${owner}/`
}

export function musicKey(owner: string, id: string): string {
  return musicOf(owner) + id
}

/** The key of the list of offline videos' files that still have to be deleted. */
export const FILES_TO_REMOVE_KEY = 'kept-going'

/** The key of the time at which the server last reported which of an account's offline videos still exist. */
export function offlineCheckKey(owner: string): string {
  return `kept-checked/${owner}`
}

/** The key of the setting that saves all new videos of an account or a visitor offline. */
export function saveAllKey(owner: string): string {
  return `keep-all/${owner}`
}

export function outboxKey(commitId: string): string {
  return OUTBOX_PREFIX + commitId
}

/** The key of the row of one finished task. */
export function announcedKey(taskId: string): string {
  return ANNOUNCED_PREFIX + taskId
}

/** The key of the mark of a task whose end Web Push announced. */
export function pushedKey(taskId: string): string {
  return PUSHED_PREFIX + taskId
}

export function mutationKey(id: string): string {
  return MUTATION_PREFIX + id
}

/** The key of the row of one batch that exceeded its time in the task pool. */
export function overdueKey(batchId: string): string {
  return OVERDUE_PREFIX + batchId
}

/** The key of the row of one order at the payment provider. */
export function orderKey(payOrderId: string): string {
  return ORDER_PREFIX + payOrderId
}

/** The key of the row of one purchase request, which exists until its order has ended. */
export function intentKey(idempotencyKey: string): string {
  return INTENT_PREFIX + idempotencyKey
}

export function lastOrderKey(account: string): string {
  return LAST_ORDER_PREFIX + account
}

export function lastSkuKey(account: string): string {
  return LAST_SKU_PREFIX + account
}
