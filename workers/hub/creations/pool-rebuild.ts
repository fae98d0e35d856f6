import type { ApiClient } from '#shared/api/client.ts'
import type { Clock } from '#shared/clock.ts'
import type { StoreTransaction } from '#shared/browser/open-store.ts'
import { type OwnedStore, putPool, readIdentity, readPool } from '../runtime/hub-store.ts'
import { type Creation, getHistory, UNREPORTED_TASK } from '#shared/api/generation.ts'
import { BATCH_RETENTION_MS, isGenerating, RECONCILE_MS } from '#shared/domain/task.ts'
import { readRecord, toStored, CLEARED_KEY, IDENTITY_KEY } from '#shared/storage/records.ts'
import { type TrackedBatchRow, accountOf, clearedRecord } from '#shared/storage/hub-records.ts'
import { settingsSchema } from '#shared/storage/settings-schema.ts'

const PAGE_SIZE = 100

export interface RebuildPoolDeps {
  readonly store: OwnedStore
  readonly api: ApiClient
  readonly clock: Clock
  readonly onDone: () => Promise<void>
}

/**
 * After the records of this device were cleared, tracks running tasks again from the server's history, once a page has stored the identity.
 * No commit is sent again.
 */
export function createPoolRebuild({ store, api, clock, onDone }: RebuildPoolDeps) {
  return {
    async pass(signal: AbortSignal): Promise<number | null> {
      const searchBefore = await store.read(readSearch)
      if (searchBefore === null) return null
      const answer = await api.call(getHistory, { curPage: 1, pageSize: PAGE_SIZE, taskStatus: 'ALL' }, { signal })
      if (!answer.ok) return RECONCILE_MS
      const isDone = await store.write(async (tx) => {
        const searchNow = await readSearch(tx)
        if (searchNow === null || searchNow.account !== searchBefore.account) return false
        const pool = await readPool(tx)
        const trackedIds = new Set(pool.batches.map(({ batchId }) => batchId))
        const foundBatches = toBatches(answer.value.data, searchNow.account, clock.nowMs()).filter(
          ({ batchId }) => !trackedIds.has(batchId),
        )
        putPool(tx, { ...pool, batches: [...pool.batches, ...foundBatches] })
        tx.put(CLEARED_KEY, toStored(clearedRecord, { ...searchNow.cleared, isFollowed: true }))
        return true
      })
      if (isDone) await onDone()
      return isDone ? null : 0
    },
  }
}

/** The account whose running tasks are to be found, and the record of the clearing. Null if there is nothing to find, or no identity yet. */
async function readSearch(tx: StoreTransaction) {
  const cleared = readRecord(clearedRecord, await tx.get(CLEARED_KEY))
  if (cleared === null || cleared.isFollowed || (await tx.get(IDENTITY_KEY)) === undefined) return null
  return { cleared, account: accountOf(await readIdentity(tx)) }
}

function toBatches(creations: readonly Creation[], account: string, nowMs: number): TrackedBatchRow[] {
  const runningCreations = creations.filter(({ status }) => isGenerating(status))
  const batchIds = [...new Set(runningCreations.map(({ batchId }) => batchId))]
  return batchIds.flatMap((batchId) => {
    const row = toRow(
      runningCreations.filter((creation) => creation.batchId === batchId),
      account,
      nowMs,
    )
    return row ?? []
  })
}

function toRow(batchCreations: readonly Creation[], account: string, nowMs: number): TrackedBatchRow | null {
  const [firstCreation] = batchCreations
  if (firstCreation === undefined) return null
  const { batchId, bizType, srcImage, points, templateId, templateName, params } = firstCreation
  const settings = settingsSchema.safeParse({
    ...firstCreation,
    imageFidelity: params.imageFidelity ?? 0,
    controls: params.controls,
    templateId: templateId ?? undefined,
    templateName: templateName ?? undefined,
    aiMusic: firstCreation.aiMusic === 1 ? 1 : 0,
  })
  if (!settings.success) return null
  const [size, lastImageUrl] = [{ width: firstCreation.width ?? 0, height: firstCreation.height ?? 0 }, srcImage[1]]
  return {
    batchId,
    account,
    bizType,
    commitId: batchId,
    settings: settings.data,
    points: points * batchCreations.length,
    acceptedAtMs: nowMs,
    expireAt: nowMs + BATCH_RETENTION_MS,
    sourceUrl: srcImage[0] ?? '',
    ...size,
    lastSource: lastImageUrl === undefined ? undefined : { ...size, url: lastImageUrl },
    tasks: batchCreations.map(({ id, status }) => ({ id, bizType, status, ...UNREPORTED_TASK })),
  }
}
