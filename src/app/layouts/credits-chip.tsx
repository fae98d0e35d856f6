import type { ReactElement } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { loadUntilThere } from '#src/lib/load-until-there.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './credits-chip.module.css'

const CreditsDialog = lazy(() => loadUntilThere(async () => ({ default: (await import('./credits-dialog.tsx')).CreditsDialog })))

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
  return (
    <>
      <button
        type="button"
        className={styles['chip']}
        aria-label={text('credits.label', { points })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="gem" size="s" />
        {points}
      </button>
      {isOpen && (
        <Suspense>
          <CreditsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
