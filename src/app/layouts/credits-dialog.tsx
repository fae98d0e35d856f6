import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './credits-dialog.module.css'

/** What the balance is made of, asked for anew. */
export function CreditsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  useEffect(() => void hub.api.refreshCredits(), [])
  const known = (points: number | undefined) => (points === undefined ? text('credits.unknown') : formatNumber(points))
  return (
    <Dialog title={text('credits.title')} closeLabel={text('dialog.close')} onClose={onClose}>
      <dl className={styles['list']}>
        <dt>{text('credits.available')}</dt>
        <dd>{known(credits?.points)}</dd>
        <dt>{text('credits.held')}</dt>
        <dd>{known(credits?.held)}</dd>
      </dl>
      <p className={styles['hint']}>{text('credits.explain', { points: BASE_POINTS })}</p>
    </Dialog>
  )
}
