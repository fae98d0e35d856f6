import type { Creation } from '#shared/api/generation.ts'
import type { AppError, Result } from '#shared/result.ts'
import type { FinishedVideo, SavedVideo, OfflineVideos } from './create-offline-videos.ts'

interface KeeperDeps {
  readonly vault: Pick<OfflineVideos, 'unseen' | 'noteSeen' | 'keep'>
  readonly query: (taskId: string) => Promise<Result<Creation>>
  readonly tell: (kept: Result<SavedVideo>) => Promise<void>
}

/** Saves each new video once; true when all are handled, false when one must be retried. Rule: docs/offline.md, "Kept videos". */
export async function saveNewVideos(ready: readonly FinishedVideo[], { vault, query, tell }: KeeperDeps): Promise<boolean> {
  let isDone = true
  for (const id of await vault.unseen(ready)) {
    const found = await query(id)
    const kept = found.ok ? await vault.keep(found.value) : found
    if (kept.ok || (found.ok ? kept.error.retry === 'never' : isGone(kept.error))) {
      await vault.noteSeen(id)
      if (found.ok) await tell(kept)
    } else isDone = false
  }
  return isDone
}

/** Any other refusal is about the caller. */
function isGone({ code }: AppError): boolean {
  return code === 'H4001'
}
