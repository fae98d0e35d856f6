import { type ReactElement, type ReactNode, type SyntheticEvent, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import styles from './choice-dialog.module.css'
import { closeModal, openModal } from './open-modal.ts'

interface ChoiceDialogProps {
  readonly title: string
  /** Language of its texts, for `lang`. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The buttons that end it, always visible. */
  readonly footer: ReactNode
  readonly onCancel: () => void
  /** Keys work wherever the focus is, also on the dialog itself after a click on an empty area. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** A modal dialog that is closed by its buttons or Escape, not by a click outside. Full screen on phones. Rendered means open. */
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
