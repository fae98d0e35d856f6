import type { Creation } from '#shared/api/generation.ts'
import type { Store } from '#shared/browser/open-store.ts'
import type { Result } from '#shared/result.ts'
import type { OfflineFileCache } from './offline-files.ts'

/** Dependencies of the offline videos. */
export interface OfflineVideosDeps {
  readonly store: Store
  readonly files: OfflineFileCache
  readonly fetchFile: (path: string) => Promise<Result<Blob>>
  /** The owner's finished creations, from the server. */
  readonly listOwn: () => Promise<Result<readonly Creation[]>>
  /** Space left for this site, in bytes; null where the browser does not report it. */
  readonly freeBytes: () => Promise<number | null>
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** The current account, '' for a visitor. */
  readonly owner: () => Promise<string>
  /** Runs exclusively among tabs. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}
