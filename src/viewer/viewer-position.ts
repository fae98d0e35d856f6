import type { RefObject } from 'react'
import type { ViewerCursor } from './viewer-cursor.ts'

export interface ViewerPosition {
  readonly walk: ViewerCursor
  /** The prefix of every path. */
  readonly base: string
  readonly isHere: () => boolean
  readonly titleId: string
  readonly layer: RefObject<HTMLDialogElement | null>
  readonly onClose: () => void
}
