import { type ReactElement, type ReactNode, type SyntheticEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import styles from './choice-dialog.module.css'
import { closeModal, openModal } from './open-modal.ts'

interface ChoiceDialogProps {
  readonly title: string
  /** Language of its texts. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** What ends it, always in sight. */
  readonly footer: ReactNode
  readonly onCancel: () => void
  /** Keys count wherever the focus is, even where a click on a bare spot has left it. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** A modal dialog that ends by one of its buttons or Escape, never by a click beside it. It fills a phone's screen. Rendered means open. */
export function ChoiceDialog({ title, language, direction, footer, onCancel, onKeyDown, children }: ChoiceDialogProps): ReactElement {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    openModal(dialog, null)
    return () => closeModal(dialog)
  }, [])
  const onKey = useEffectEvent(onKeyDown)
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const onEscape = (event: SyntheticEvent) => {
    event.preventDefault()
    onCancel()
  }
  const onClose = () => ref.current?.open !== true && onCancel()
  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      lang={language}
      dir={direction}
      aria-labelledby={titleId}
      onCancel={onEscape}
      onClose={onClose}
    >
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['foot']}>{footer}</div>
    </dialog>
  )
}
