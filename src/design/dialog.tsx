import { type ReactElement, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '#src/platform/after-paint.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useDesignTexts } from './design-texts.ts'
import { closeModal, openModal } from './open-modal.ts'

interface DialogProps {
  readonly title: string
  /** In the product's language. */
  readonly closeLabel: string
  /** `sheet` slides in from the right, on a phone from below. */
  readonly shape?: 'box' | 'sheet'
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The native modal dialog: the browser traps focus, closes on Escape and restores focus. Rendered means open. In React, close events of
 * nested dialogs bubble; only its own are handled.
 */
export function Dialog({ title, closeLabel, shape = 'box', onClose, children }: DialogProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const chosen = useDesignTexts()
  const giveWay = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const dialog = ref.current
    openModal(dialog, () => giveWay())
    return () => closeModal(dialog)
  }, [])
  // The browser has already closed it: that is painted before its children unmount.
  const end = () => afterPaint(() => ref.current !== null && !ref.current.open && onClose())
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is native
    <dialog
      ref={ref}
      className={styles['dialog']}
      data-shape={shape}
      aria-labelledby={titleId}
      onClose={(event) => event.target === ref.current && end()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          <IconButton
            icon="close"
            label={chosen?.text(shape === 'sheet' ? 'slideover.close' : 'modal.close') ?? closeLabel}
            lang={chosen?.language}
            onClick={onClose}
          />
        </div>
        {children}
      </div>
    </dialog>
  )
}
