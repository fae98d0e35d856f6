import type { ReactElement } from 'react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { hub } from '#src/bridge/hub-client.ts'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './credits-chip.module.css'

/** The balance, and on a press what it is made of. */
export function CreditsChip(): ReactElement {
  const [path] = useLocation()
  return <CreditsOfScreen key={path} />
}

/** Begins anew with each screen, so that its dialog never outlives a route. */
function CreditsOfScreen(): ReactElement {
  const text = useText()
  const { credits } = useSnapshot(hubState)
  const [isOpen, setOpen] = useState(false)
  const points = credits === null ? text('credits.unknown') : formatNumber(credits.points)
  const open = () => {
    setOpen(true)
    void hub.api.refreshCredits()
  }
  return (
    <>
      <button type="button" className={styles['chip']} aria-label={text('credits.label', { points })} aria-haspopup="dialog" onClick={open}>
        <Icon name="gem" size="s" />
        {points}
      </button>
      {isOpen && (
        <Dialog title={text('credits.title')} closeLabel={text('dialog.close')} onClose={() => setOpen(false)}>
          <dl className={styles['list']}>
            <dt>{text('credits.available')}</dt>
            <dd>{points}</dd>
            <dt>{text('credits.held')}</dt>
            <dd>{credits === null ? text('credits.unknown') : formatNumber(credits.held)}</dd>
          </dl>
          <p className={styles['hint']}>{text('credits.explain', { points: BASE_POINTS })}</p>
        </Dialog>
      )}
    </>
  )
}
