import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '#src/browser/after-paint.ts'
import styles from './dialog.module.css'
import { IconButton } from './button.tsx'
import { useDesignTexts } from './design-texts.ts'
import { closeModal, openModal } from './open-modal.ts'
import choiceDialogStyles from './choice-dialog.module.css'

interface DialogProps {
  readonly title: string
  /** The accessible name of the close button, in the product's language. */
  readonly closeLabel: string
  /** `sheet` slides in from the right; on a phone, from below. */
  readonly shape?: 'box' | 'sheet'
  readonly onClose: () => void
  readonly children: React.ReactNode
}

/**
 * A modal dialog that is open while it is rendered. Its button, Escape and a press outside close it. The browser traps the focus and
 * restores it at the end. In React, close events of nested dialogs bubble, so these events are ignored.
 */
export function Dialog({ title, closeLabel, shape = 'box', onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const designTexts = useDesignTexts()
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const dialog = ref.current
    openModal(dialog, () => close())
    return () => closeModal(dialog)
  }, [])
  // Called when the browser has closed the dialog. The browser paints the closed dialog before the children are unmounted.
  const closeAfterPaint = () => afterPaint(() => ref.current !== null && !ref.current.open && onClose())
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is native
    <dialog
      ref={ref}
      className={styles['dialog']}
      data-shape={shape}
      aria-labelledby={titleId}
      onClose={(event) => event.target === ref.current && closeAfterPaint()}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          <IconButton
            icon="close"
            label={designTexts?.text(shape === 'sheet' ? 'slideover.close' : 'modal.close') ?? closeLabel}
            lang={designTexts?.language}
            onClick={onClose}
          />
        </div>
        {children}
      </div>
    </dialog>
  )
}

interface ChoiceDialogProps {
  readonly title: string
  /** The language of the dialog's texts, for `lang`. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The buttons that close the dialog. They are always visible. */
  readonly footer: React.ReactNode
  readonly onCancel: () => void
  /** Called for each key, wherever the focus is: after a click on an empty area, the dialog itself has the focus. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly children: React.ReactNode
}

/**
 * A modal dialog that is closed by its buttons or Escape, but not by a click outside. It fills the screen of a phone, and is open
 * while it is rendered.
 */
export function ChoiceDialog({ title, language, direction, footer, onCancel, onKeyDown, children }: ChoiceDialogProps) {
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
  const onEscape = (event: React.SyntheticEvent) => {
    event.preventDefault()
    onCancel()
  }
  const onClose = () => ref.current?.open !== true && onCancel()
  return (
    <dialog
      ref={ref}
      className={choiceDialogStyles['dialog']}
      lang={language}
      dir={direction}
      aria-labelledby={titleId}
      onCancel={onEscape}
      onClose={onClose}
    >
      <h2 id={titleId} className={choiceDialogStyles['title']}>
        {title}
      </h2>
      <div className={choiceDialogStyles['body']}>{children}</div>
      <div className={choiceDialogStyles['foot']}>{footer}</div>
    </dialog>
  )
}
