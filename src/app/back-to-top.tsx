import { useSyncExternalStore } from 'react'
import { BACK_TO_TOP_AFTER_PX } from '#shared/domain/shell-rules.ts'
import { useCurrentScreen } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useIsPhone } from '#src/browser/use-is-phone.ts'
import { Icon } from '#src/design/icon.tsx'
import { backToTopVariant } from './back-to-top-variant.ts'
import styles from './back-to-top.module.css'

/** A button that scrolls to the top. It is shown when the page is scrolled far enough. */
export function BackToTop() {
  const text = useText()
  const screen = useCurrentScreen()
  const isPhone = useIsPhone()
  const isScrolledDown = useSyncExternalStore(followScroll, wasScrolledDown, wasScrolledDown)
  const variant = backToTopVariant({ top: isScrolledDown ? lastTopPx : 0, screen, isPhone })
  if (variant === null) return null
  const hasWords = variant.shape === 'words'
  return (
    <button
      type="button"
      className={styles['button']}
      data-shape={variant.shape}
      data-size={variant.size}
      aria-label={hasWords ? undefined : text('app.backToTop')}
      onClick={goToTop}
    >
      <Icon name="up" />
      {hasWords && text('app.backToTop')}
    </button>
  )
}

/** Scrolls to the top. The button disappears after that, so the focus moves to the start of the page. */
function goToTop(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isMotionReduced ? 'instant' : 'smooth' })
}

/**
 * The last scroll position, in px. Reading it during a render would force a layout, and could differ from the value that caused the
 * render.
 */
let lastTopPx = 0

function wasScrolledDown(): boolean {
  return lastTopPx > BACK_TO_TOP_AFTER_PX
}

function followScroll(onChange: () => void): () => void {
  const updateTop = () => {
    lastTopPx = scrollY
    onChange()
  }
  const frame = requestAnimationFrame(updateTop)
  addEventListener('scroll', updateTop, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('scroll', updateTop)
  }
}
