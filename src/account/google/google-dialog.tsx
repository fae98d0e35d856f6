import { useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { GOOGLE_BUTTON } from '#shared/domain/google-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Dialog } from '#src/design/dialog.tsx'
import styles from './google-dialog.module.css'
import type { GoogleIdApi } from './google-services.ts'

interface GoogleDialogProps {
  readonly identityApi: Pick<GoogleIdApi, 'renderButton'>
  readonly onClose: () => void
}

/** A dialog with Google's button, for a browser that has no sign-in prompt or does not display it. */
export function GoogleDialog({ identityApi, onClose }: GoogleDialogProps) {
  const text = useText()
  const buttonContainer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = buttonContainer
    if (current === null) return
    const width = Math.min(GOOGLE_BUTTON.width, current.clientWidth)
    identityApi.renderButton(current, { type: 'standard', ...GOOGLE_BUTTON, width })
  }, [identityApi])
  return (
    <Dialog title={text('google.dialogTitle')} closeLabel={text('dialog.close')} onClose={onClose}>
      <p className={styles['hint']}>{text('google.dialogHint')}</p>
      <div ref={buttonContainer} className={styles['buttonContainer']} />
    </Dialog>
  )
}

/** Opens the dialog with Google's button. `onClosed` is called if the user closes it. The returned function removes it. */
export function openGoogleDialog(identityApi: Pick<GoogleIdApi, 'renderButton'>, onClosed: () => void): () => void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  let isOpen = true
  function close(): void {
    if (!isOpen) return
    isOpen = false
    root.unmount()
    container.remove()
  }
  const closeAsUser = () => {
    if (!isOpen) return
    close()
    onClosed()
  }
  root.render(<GoogleDialog identityApi={identityApi} onClose={closeAsUser} />)
  return close
}
