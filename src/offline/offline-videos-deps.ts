import type { Creation } from '#shared/api/generation.ts'
import type { Store } from '#shared/browser/open-store.ts'
import type { Result } from '#shared/result.ts'
import type { OfflineFileCache } from './offline-files.ts'

/** What the kept videos stand on. */
export interface OfflineVideosDeps {
  readonly store: Store
  readonly files: OfflineFileCache
  readonly fetchFile: (path: string) => Promise<Result<Blob>>
  /** The finished creations of the person, as the server tells them. */
  readonly listOwn: () => Promise<Result<readonly Creation[]>>
  /** How much this site may still store, in bytes; null where the browser does not tell. */
  readonly freeBytes: () => Promise<number | null>
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** The account that is here, '' for a visitor. */
  readonly owner: () => Promise<string>
  /** One tab at a time. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
}
