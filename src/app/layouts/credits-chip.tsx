import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from '#src/routing/routes.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { useAfterPaint } from '#src/browser/use-after-paint.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import styles from './credits-chip.module.css'

const CreditsPanel = preloadedPart(['billing'], async () => (await import('#src/billing/histories/credits-panel.tsx')).CreditsPanel)

/**
 * The balance of points. A press opens a panel with details; from the second press on, the browser toggles it. The panel closes on
 * navigation.
 */
export function CreditsChip() {
  const text = useText()
  const id = useId()
  const [path] = useLocation()
  const { credits } = useSnapshot(hubState)
  const [isRequested, setRequested] = useState(false)
  const isLoaded = useAfterPaint(isRequested)
  const [isOpen, setOpen] = useState(false)
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    closePanel(id)
    // A panel that was requested on the previous screen must not open on this one.
    setRequested(false)
    setOpen(false)
  }, [id, path])
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
        onClick={() => setRequested(true)}
      >
        <ShellIcon name="gem" size="s" />
        {points}
      </button>
      {isLoaded && (
        <Suspense>
          <CreditsPanel id={id} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}

function closePanel(id: string): void {
  const panel = document.getElementById(id)
  if (panel?.matches(':popover-open') === true) panel.hidePopover()
}
