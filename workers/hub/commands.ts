import type { CommitIntent } from '#shared/contract/commit-contract.ts'
import type { HubCommands, NoticeSurface } from '#shared/contract/hub-contract.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import { type MutationRow, type OutboxRow, accountOf } from '#shared/storage/hub-records.ts'
import type { Clock } from '#shared/clock.ts'
import { ANNOUNCED_BY_PUSH } from '#shared/domain/push-rules.ts'
import { mutationKey, outboxKey } from '#shared/storage/records.ts'
import * as rows from './runtime/hub-store.ts'
import type { OwnedStore } from './runtime/hub-store.ts'

interface CommandDeps {
  readonly store: OwnedStore
  readonly clock: Clock
  /** Called after the store has changed, to publish it and run the loops. */
  readonly onChange: () => Promise<void>
  readonly onDiscard: (commitId: string) => void
  /** Whether a finished task may be announced on this surface; undefined while the open tabs are unknown. */
  readonly mayAnnounce: (surface: NoticeSurface) => boolean | undefined
}

type CommandNames =
  | 'commit'
  | 'edit'
  | 'move'
  | 'retry'
  | 'discard'
  | 'outboxPicture'
  | 'mutate'
  | 'dropMutation'
  | 'claimNotice'
  | 'dismissFinished'

const ALREADY_SENT: AppError = { code: 'H4021', retry: 'never' }
const NOT_UPLOADED = { fileUrl: null, lastFileUrl: null }

/** The write commands of the page. Each is stored before it is acknowledged. All are idempotent. */
export function createCommands({ store, clock, onChange, onDiscard, mayAnnounce: mayTell }: CommandDeps): Pick<HubCommands, CommandNames> {
  async function writeAndPublish<T>(run: (tx: StoreTransaction) => Promise<T>): Promise<T> {
    const value = await store.write(run)
    await onChange()
    return value
  }

  /** Changes a commit before its request is sent. H4021: the request has been sent. A discarded commit is no error. */
  async function changeUnsent(
    commitId: string,
    change: (tx: StoreTransaction, row: OutboxRow) => void | Promise<void>,
  ): Promise<Result<null>> {
    return writeAndPublish(async (tx) => {
      const row = await rows.readCommit(tx, commitId)
      if (row === undefined) return (await wasAccepted(tx, commitId)) ? fail(ALREADY_SENT) : ok(null)
      if (row.body !== null) return fail(ALREADY_SENT)
      await change(tx, row)
      return ok(null)
    })
  }

  return {
    async commit(intent) {
      return writeAndPublish(async (tx) => {
        const account = accountOf(await rows.readIdentity(tx))
        const position = positionBefore(await rows.readOutbox(tx), null)
        const isRepeat = (await rows.readCommit(tx, intent.id)) !== undefined || (await wasAccepted(tx, intent.id))
        if (!isRepeat) rows.putCommit(tx, toRow(intent, { account, position, nowMs: clock.nowMs() }))
        return ok({ id: intent.id })
      })
    },

    async edit(commitId, { settings, priceCeiling }) {
      return changeUnsent(commitId, (tx, row) => {
        const resetState = row.state === 'refused' ? { state: 'queued' as const, ...NOT_UPLOADED } : {}
        rows.putCommit(tx, { ...row, ...resetState, settings, priceCeiling, error: null })
      })
    },

    async move(commitId, beforeId) {
      return changeUnsent(commitId, async (tx, row) => {
        const otherRows = (await rows.readOutbox(tx)).filter(({ id }) => id !== commitId)
        rows.putCommit(tx, { ...row, position: positionBefore(otherRows, beforeId) })
      })
    },

    async retry(commitId) {
      return changeUnsent(commitId, (tx, row) => {
        if (row.state === 'refused') rows.putCommit(tx, { ...row, ...NOT_UPLOADED, state: 'queued', error: null })
      })
    },

    async discard(commitId) {
      const result = await changeUnsent(commitId, (tx) => tx.remove(outboxKey(commitId)))
      if (result.ok) onDiscard(commitId)
      return result
    },

    async outboxPicture(commitId, role) {
      const row = await store.read((tx) => rows.readCommit(tx, commitId))
      return (role === 'last' ? row?.lastPicture : row?.picture)?.blob ?? null
    },

    async mutate(id, mutation) {
      return writeAndPublish(async (tx) => {
        const account = accountOf(await rows.readIdentity(tx))
        const lastCreatedAtMs = (await rows.readMutations(tx)).at(-1)?.createdAtMs ?? 0
        const createdAtMs = Math.max(clock.nowMs(), lastCreatedAtMs + 1)
        if ((await rows.readMutation(tx, id)) === undefined) {
          rows.putMutation(tx, {
            id,
            account,
            mutation: structuredClone(mutation) as MutationRow['mutation'],
            state: 'queued',
            createdAtMs,
            error: null,
          })
        }
        return ok({ id })
      })
    },

    async dropMutation(id) {
      return writeAndPublish(async (tx) => {
        const row = await rows.readMutation(tx, id)
        if (row !== undefined && row.state !== 'refused') return fail(ALREADY_SENT)
        tx.remove(mutationKey(id))
        return ok(null)
      })
    },

    async claimNotice(taskId, tabId, surface) {
      const isAllowed = mayTell(surface)
      if (isAllowed !== true) return isAllowed === false ? false : null
      const announcer = `${surface}:${tabId}`
      return writeAndPublish(async (tx) => {
        const row = await rows.readFinished(tx, taskId)
        if (row === undefined) return null
        const isUnclaimed = row.announcedBy === (surface === 'usage' ? ANNOUNCED_BY_PUSH : null)
        if (isUnclaimed) rows.putFinished(tx, { ...row, announcedBy: announcer })
        return isUnclaimed || row.announcedBy === announcer
      })
    },

    async dismissFinished(taskId) {
      await writeAndPublish(async (tx) => {
        const isMine = await rows.accountFilter(tx)
        const row = await rows.readFinished(tx, taskId)
        if (row !== undefined && isMine(row)) rows.putFinished(tx, { ...row, isDismissed: true })
      })
    },
  }
}

async function wasAccepted(tx: StoreTransaction, commitId: string): Promise<boolean> {
  const acceptedRows = [...(await rows.readPool(tx)).batches, ...(await rows.readOverdue(tx)), ...(await rows.readAllFinished(tx))]
  return acceptedRows.some((row) => row.commitId === commitId)
}

interface RowContext {
  readonly account: string
  readonly position: number
  readonly nowMs: number
}

function toRow(intent: CommitIntent, { account, position, nowMs }: RowContext): OutboxRow {
  const { id, bizType, settings, picture, lastPicture = null, priceCeiling } = intent
  const initialState = { ...NOT_UPLOADED, state: 'queued' as const, body: null, frozenAtMs: null, error: null }
  return { id, account, bizType, settings, picture, lastPicture, priceCeiling, createdAtMs: nowMs, position, ...initialState }
}

interface Positioned {
  readonly id: string
  readonly position: number
}

/** A position before the row `beforeId`; after all rows if that row does not exist. `rows` are sorted. */
function positionBefore(rows: readonly Positioned[], beforeId: string | null): number {
  const index = rows.findIndex(({ id }) => id === beforeId)
  const [previousRow, nextRow] = index === -1 ? [rows.at(-1), undefined] : [rows[index - 1], rows[index]]
  if (previousRow === undefined) return nextRow === undefined ? 0 : nextRow.position - 1
  return nextRow === undefined ? previousRow.position + 1 : (previousRow.position + nextRow.position) / 2
}
