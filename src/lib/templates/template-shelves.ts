import type { Template } from '#shared/api/templates.ts'
import type { AppErrorCode } from '#shared/app-error.ts'

/** The lists that the server keeps: two galleries, what is new and what is not of both, and all of them for the composer. */
export const SHELVES = ['explore', 'effects', 'new', 'hot', 'popular'] as const
export type Shelf = (typeof SHELVES)[number]

export interface ShelfState {
  items: readonly Template[]
  totalSize: number
  /** `stored`: shown from this device, the server has not been heard yet. */
  status: 'loading' | 'stored' | 'ready'
  /** Why the last load failed; what is shown stays. */
  problem: AppErrorCode | null
}
export type TemplateLists = Record<Shelf, ShelfState>
