import type { ReactElement, SyntheticEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import { useText } from '#src/lib/i18n.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast-host.module.css'
import type { ToastContent } from './toast-rules.ts'
import { MAX_TOASTS, TOAST_AFTER_CLICK_MS } from './toast-rules.ts'
import { useToastTimer } from './use-toast-timer.ts'

const ICONS = { success: 'check', error: 'alert', info: 'film' } as const

let host: HTMLElement | undefined

export function presentToast(content: ToastContent, durationMs: number): void {
  host ??= mountHost()
  raise(host)
  const ownMs = content.staysMs === undefined ? durationMs : Number.POSITIVE_INFINITY
  toast.custom((id) => <ToastCard id={id} {...content} />, { duration: ownMs })
}

function mountHost(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  element.className = styles['host'] ?? ''
  element.popover = 'manual'
  element.showPopover?.()
  createRoot(element).render(<Toaster position="top-center" visibleToasts={MAX_TOASTS} expand offset="var(--space-4)" />)
  return element
}

/** An open dialog makes everything outside it inert, so its toasts stand inside it as long as it is there. */
function raise(element: HTMLElement): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined || dialog.contains(element)) return
  moveTo(dialog, element)
  dialog.addEventListener('close', () => moveTo(document.body, element), { once: true })
}

/** Moving hides it, and showing it again puts it above everything else. */
function moveTo(parent: HTMLElement, element: HTMLElement): void {
  parent.append(element)
  element.showPopover?.()
}

function ToastCard({ id, kind, title, detail, action, staysMs }: ToastContent & { readonly id: string | number }): ReactElement {
  const text = useText()
  const dismiss = () => toast.dismiss(id)
  const { hold, giveFocusBack } = useToastTimer(staysMs, dismiss)
  const answer = (event: SyntheticEvent) => {
    event.stopPropagation()
    action?.run()
    giveFocusBack()
    dismiss()
  }
  const dismissSoon = () => setTimeout(() => toast.dismiss(id), TOAST_AFTER_CLICK_MS)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button beside it does the same at once
    <div className={styles['toast']} data-kind={kind} onClick={dismissSoon} {...hold}>
      <Icon name={ICONS[kind]} />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {detail !== undefined && <p className={styles['detail']}>{detail}</p>}
      </div>
      {action !== undefined && (
        <Button look="plain" onClick={answer}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={text('toast.close')} onClick={dismiss} />
    </div>
  )
}
