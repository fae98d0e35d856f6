import type { ReactElement } from 'react'
import { lazy, Suspense, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './credits-chip.module.css'

const CreditsPanel = lazy(() =>
  loadWithTexts('billing', async () => ({ default: (await import('#src/features/billing/credits/credits-panel.tsx')).CreditsPanel })),
)

/** The balance, and on a press what it is made of. */
export function CreditsChip(): ReactElement {
  const [path] = useLocation()
  return <CreditsOfScreen key={path} />
}

/** Begins anew with each screen, so that its panel never outlives a route. The panel opens itself the first time; then the browser does it. */
function CreditsOfScreen(): ReactElement {
  const text = useText()
  const id = useId()
  const { credits } = useSnapshot(hubState)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const points = credits === null ? text('credits.unknown') : formatNumber(credits.points)
  return (
    <>
      <button
        type="button"
        className={styles['chip']}
        aria-label={text('credits.label', { points })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        popoverTarget={id}
        onClick={() => setWanted(true)}
      >
        <Icon name="gem" size="s" />
        {points}
      </button>
      {isWanted && (
        <Suspense>
          <CreditsPanel id={id} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
