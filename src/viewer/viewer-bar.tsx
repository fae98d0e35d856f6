import type { ReactElement, ReactNode } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { IconButton } from '#src/design/icon-button.tsx'
import styles from './viewer-bar.module.css'

/** The controls that are always visible: steps and close. */
export function ViewerBar({ children, onClose }: { readonly children?: ReactNode; readonly onClose: () => void }): ReactElement {
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
