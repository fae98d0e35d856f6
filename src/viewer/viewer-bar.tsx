import type { ReactNode, RefObject } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { IconButton } from '#src/design/button.tsx'
import styles from './viewer-bar.module.css'
import type { ViewerCursor } from './viewer-cursor.ts'

/** The controls that are always visible: steps and close. */
export function ViewerBar({ children, onClose }: { readonly children?: ReactNode; readonly onClose: () => void }) {
  const text = useText()
  return (
    <div className={styles['bar']}>
      {children}
      <span className={styles['close']}>
        <IconButton icon="close" label={text('viewer.close')} onClick={onClose} />
      </span>
    </div>
  )
}

export interface ViewerPosition {
  readonly walk: ViewerCursor
  /** The prefix of every path. */
  readonly base: string
  readonly isHere: () => boolean
  readonly titleId: string
  readonly layer: RefObject<HTMLDialogElement | null>
  readonly onClose: () => void
}
