import type { AppErrorCode } from '#shared/app-error.ts'
import type { CataloguePages } from '#shared/storage/catalogue-record.ts'
import { proxy } from '#src/lib/state.ts'

export interface CatalogueState {
  /** `stored`: kept from an earlier reading. It may have changed since, so nothing is bought by it. */
  status: 'loading' | 'stored' | 'there' | 'failed'
  /** Null while nothing is known. */
  pages: CataloguePages | null
  /** When the server said so, ms since 1970. */
  readAtMs: number
  isReading: boolean
  /** Why the last reading failed. */
  problem: AppErrorCode | null
}

export const catalogueState = proxy<CatalogueState>({ status: 'loading', pages: null, readAtMs: 0, isReading: false, problem: null })
