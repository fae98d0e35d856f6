import type { ReactElement } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { GOOGLE_BUTTON } from '#shared/domain/google-rules.ts'
import { useText } from '#src/lib/i18n.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './google-dialog.module.css'
import type { GoogleIdApi } from './load-gis.ts'

interface GoogleDialogProps {
  readonly id: Pick<GoogleIdApi, 'renderButton'>
  readonly onClose: () => void
}

/** Stands in where the browser shows no prompt of its own: Google draws its button into it. */
export function GoogleDialog({ id, onClose }: GoogleDialogProps): ReactElement {
  const text = useText()
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = slot
    if (current === null) return
    const width = Math.min(GOOGLE_BUTTON.width, current.clientWidth)
    id.renderButton(current, { type: 'standard', ...GOOGLE_BUTTON, width })
  }, [id])
  return (
    <Dialog title={text('google.dialogTitle')} closeLabel={text('dialog.close')} onClose={onClose}>
      <p className={styles['hint']}>{text('google.dialogHint')}</p>
      <div ref={slot} className={styles['slot']} />
    </Dialog>
  )
}
