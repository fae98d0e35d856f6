import { trackMode } from '#shared/domain/measurement-rules.ts'
import { openCredits } from '#src/billing/billing-dialogs.ts'
import { errorText, formatNumber, useText } from '#src/i18n/i18n.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { track } from '#src/reporting/track.ts'
import { Button } from '#src/design/button.tsx'
import { answerNotices, canAskForNotices } from '#src/browser/notifications.ts'
import { preferences } from '#src/store/preferences.ts'
import { Icon } from '#src/design/icon.tsx'
import styles from './commit-bar.module.css'
import type { CommitReadiness } from './commit-form.ts'
import { useComposer } from './use-composer.ts'

/** The height of the back-to-top button with its margins at the largest font size, in px. */
const BACK_TO_TOP_PX = 90

interface CommitBarProps {
  readonly readiness: CommitReadiness
  readonly price: number
  readonly onCommit: () => void
}

const NOTE_ID = 'commit-note'

/**
 * The commit button with the price, and the remaining balance or the reason why it is disabled. Without enough points, it opens the
 * shop.
 */
export function CommitBar({ readiness, price, onCommit }: CommitBarProps) {
  const text = useText()
  const { bizType, state } = useComposer()
  const { problem } = useSnapshot(state)
  const { block, missing } = readiness
  const isBusy = block === 'saving'
  const isShort = block === 'not_enough'
  const openShop = () => {
    track('create_blocked', { name: trackMode(bizType), checkcredits: 'short' })
    openCredits({ missingPoints: missing })
  }
  return (
    <div ref={trackBarHeight} className={styles['bar']}>
      <NotifyRow />
      <Button
        variant="primary"
        size="l"
        icon={isShort ? 'gem' : 'create'}
        isWide
        isBusy={isBusy}
        disabled={block !== null && !isBusy && !isShort}
        aria-describedby={NOTE_ID}
        {...(isShort ? { 'aria-haspopup': 'dialog' } : { 'aria-keyshortcuts': 'Control+Enter Meta+Enter' })}
        onClick={isShort ? openShop : onCommit}
      >
        {isShort ? text('create.missing', { points: formatNumber(missing) }) : text('create.generate', { points: formatNumber(price) })}
      </Button>
      <p id={NOTE_ID} className={styles['note']} data-problem={problem !== null || undefined} aria-live="polite">
        {problem === null ? noteText(text, readiness, price) : errorText(problem)}
      </p>
    </div>
  )
}

function noteText(text: ReturnType<typeof useText>, { block, balanceAfter, missing }: CommitReadiness, price: number): string {
  if (block === 'not_enough') return text('create.whyNotEnough', { price: formatNumber(price), balance: formatNumber(price - missing) })
  if (block === 'no_picture') return text('create.whyNoPicture')
  if (block === 'no_first') return text('create.whyNoFirst')
  if (block === 'no_last') return text('create.whyNoLast')
  if (block === 'no_template') return text('create.whyNoTemplate')
  if (block === 'preparing') return text('create.whyPreparing')
  if (block === 'picking_failed') return text('create.whyRefused')
  return balanceAfter === null ? text('create.balanceUnknown') : text('create.leftAfter', { points: formatNumber(balanceAfter) })
}

/** Stores the height that the sticky bar covers at the bottom of the window in a custom property, for other elements. */
function trackBarHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const { style } = document.documentElement
  let storedHeight = ''
  const measure = () => {
    const height = `${coveredHeight(bar.getBoundingClientRect(), innerHeight - bottomOffset(bar))}px`
    if (height === storedHeight) return
    storedHeight = height
    style.setProperty('--price-height', height)
  }
  const sizeObserver = new ResizeObserver(measure)
  sizeObserver.observe(bar)
  addEventListener('scroll', measure, { passive: true })
  addEventListener('resize', measure)
  return () => {
    sizeObserver.disconnect()
    removeEventListener('scroll', measure)
    removeEventListener('resize', measure)
    style.removeProperty('--price-height')
  }
}

function coveredHeight({ top, bottom }: DOMRect, bottomEdge: number): number {
  return top < bottomEdge && bottomEdge - bottom < BACK_TO_TOP_PX ? Math.ceil(bottomEdge - top) : 0
}

/** The height of the fixed elements below the sticky bar, in px: the bar's CSS distance from the bottom of the window. */
function bottomOffset(bar: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(bar).bottom) || 0
}

/**
 * Asks once, while the first videos are being made, whether to notify the user outside of the page. The browser's own prompt opens
 * only after a yes.
 */
function NotifyRow() {
  const text = useText()
  const { notices } = useSnapshot(preferences)
  const { outbox, batches } = useSnapshot(hubState).work
  const isUnderWay = batches.length > 0 || outbox.some(({ state }) => state !== 'refused')
  if (notices !== 'asking' || !isUnderWay || !canAskForNotices()) return null
  return (
    <aside className={styles['row']} aria-label={text('notify.label')}>
      <p className={styles['words']}>
        <Icon name="bell" size="s" />
        {text('notify.ask')}
      </p>
      <div className={styles['answers']}>
        <Button onClick={() => void answerNotices(true)}>{text('notify.yes')}</Button>
        <Button variant="plain" onClick={() => void answerNotices(false)}>
          {text('notify.no')}
        </Button>
      </div>
    </aside>
  )
}
