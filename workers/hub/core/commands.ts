import type { CommitIntent, HubApi } from '#shared/contract/hub-contract.ts'
import type { AppError } from '#shared/app-error.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import type { Result } from '#shared/result.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { storageError } from '#shared/browser/storage-error.ts'
import { fail, ok } from '#shared/result.ts'
import { outboxKey } from '#shared/storage/keys.ts'
import { putCommit, putFinished, readCommit, readFinished } from '#workers/hub/core/hub-rows.ts'

export interface CommandDeps {
  readonly store: HubStore
  readonly clock: Clock
  /** The store has changed: show it and let the owner act. */
  readonly onChange: () => Promise<void>
  readonly onStorageProblem: (problem: 'storage_full' | 'storage_blocked' | null) => void
}

type Commands = Pick<HubApi, 'commit' | 'retry' | 'discard' | 'outboxPicture' | 'claimNotice' | 'dismissFinished'>

const SENT: AppError = { code: 'H4021', retry: 'never' }

/** What the page may change. Everything is stored before it is acknowledged, and doing it twice is doing it once. */
export function createCommands({ store, clock, onChange, onStorageProblem }: CommandDeps): Commands {
  /** A write that fails for the storage's sake is an error value and is shown; the next one that works takes the sign down. */
  async function attempt<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<Result<T>> {
    try {
      const value = await store.write(run)
      onStorageProblem(null)
      await onChange()
      return ok(value)
    } catch (error) {
      const problem = storageError(error)
      onStorageProblem(problem.code)
      return fail(problem)
    }
  }

  return {
    async commit(intent) {
      const stored = await attempt(async (tx) => {
        if ((await readCommit(tx, intent.id)) === undefined) putCommit(tx, toRow(intent, clock.nowMs()))
      })
      return stored.ok ? ok({ id: intent.id }) : stored
    },

    async retry(commitId) {
      return attempt(async (tx) => {
        const row = await readCommit(tx, commitId)
        if (row?.state === 'refused') putCommit(tx, { ...row, state: 'queued', fileUrl: null, body: null, error: null })
        return null
      })
    },

    async discard(commitId) {
      const isGone = await attempt(async (tx) => {
        const row = await readCommit(tx, commitId)
        if (row !== undefined && row.body !== null) return false
        tx.remove(outboxKey(commitId))
        return true
      })
      if (!isGone.ok) return isGone
      return isGone.value ? ok(null) : fail(SENT)
    },

    async outboxPicture(commitId) {
      return (await store.read((tx) => readCommit(tx, commitId)))?.picture.blob ?? null
    },

    async claimNotice(taskId, tabId) {
      const claim = await attempt(async (tx) => {
        const row = await readFinished(tx, taskId)
        if (row !== undefined && row.announcedBy === null) putFinished(tx, { ...row, announcedBy: tabId })
        return row === undefined ? null : (row.announcedBy ?? tabId)
      })
      return claim.ok ? claim.value === tabId : null
    },

    async dismissFinished(taskId) {
      await attempt(async (tx) => {
        const row = await readFinished(tx, taskId)
        if (row !== undefined) putFinished(tx, { ...row, isDismissed: true })
      })
    },
  }
}

function toRow({ id, bizType, settings, picture, priceCeiling }: CommitIntent, createdAtMs: number) {
  return { id, bizType, settings, picture, priceCeiling, createdAtMs, state: 'queued' as const, fileUrl: null, body: null, error: null }
}
