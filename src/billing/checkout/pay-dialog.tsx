import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { closeModal, openModal } from '#src/design/open-modal.ts'
import { Spinner } from '#src/design/loading.tsx'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { formatMoney } from '#shared/domain/currencies.ts'
import styles from './pay-dialog.module.css'
import type { PayView, PayProblem } from './checkout-state.ts'
import { blockBack, browserHistory } from './block-back.ts'
import { checkout } from './start-purchase.ts'

/** The dialog of an open checkout. The user can close it only if the checkout has a problem or is in another tab. */
export function PayDialog({ view }: { readonly view: PayView }) {
  const text = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.setAttribute('closedby', 'none')
    openModal(dialog, null)
    return () => closeModal(dialog)
  }, [])
  useEffect(() => blockBack(browserHistory), [])
  const ensureOpen = () => ref.current?.open === false && ref.current.showModal()
  const price = formatMoney(view.amountCents, view.currencyCode)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second Escape would close the dialog although `cancel` is prevented
    <dialog
      ref={ref}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={ensureOpen}
      onKeyDown={ignoreEscape}
    >
      <header className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {text('checkout.title')}
        </h2>
        <p className={styles['price']}>{view.skuName === '' ? price : text('checkout.price', { name: view.skuName, price })}</p>
      </header>
      {view.target === 'tab' ? <CheckoutTabNote view={view} /> : <CheckoutFrameStage key={view.attempt} view={view} />}
      {!view.isConfirming && view.problem !== null && <PayProblemNote problem={view.problem} wasShown={view.wasShown} />}
    </dialog>
  )
}

function ignoreEscape(event: React.KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

/** The frame of the checkout. It is covered while it loads and while its payment is being confirmed. */
function CheckoutFrameStage({ view }: { readonly view: PayView }) {
  const text = useText()
  const container = useRef<HTMLDivElement>(null)
  const title = text('checkout.frame')
  useEffect(() => {
    if (container.current !== null) return checkout.session()?.attach(container.current, title)
    return undefined
  }, [title])
  const isLoading = !view.wasShown && view.problem === null
  return (
    <div className={styles['stage']}>
      <div
        ref={container}
        className={styles['frame']}
        data-hidden={(view.problem === 'slow' && !view.wasShown) || undefined}
        inert={view.isConfirming}
      />
      <output className={styles['cover']} data-open={view.isConfirming || isLoading || undefined}>
        {(view.isConfirming || isLoading) && (
          <>
            <Spinner />
            <span className={styles['words']}>{text(view.isConfirming ? 'checkout.confirming' : 'checkout.loading')}</span>
            {view.isConfirming && <span className={styles['hint']}>{text('checkout.confirmingHint')}</span>}
          </>
        )}
      </output>
    </div>
  )
}

interface PayProblemNoteProps {
  readonly problem: PayProblem
  readonly wasShown: boolean
}

/** A note that explains why the checkout does not continue, whether money was charged, and how to leave. */
function PayProblemNote({ problem, wasShown }: PayProblemNoteProps) {
  const text = useText()
  const session = checkout.session()
  return (
    <div className={styles['note']}>
      <p className={styles['payProblemNoteTitle']} role="alert">
        <Icon name={problem === 'offline' ? 'cloudOff' : 'alert'} size="s" />
        {text(`checkout.${problem}`)}
      </p>
      <p className={styles['payProblemNoteHint']}>{text(wasShown ? 'checkout.shownHint' : `checkout.${problem}Hint`)}</p>
      <div className={styles['buttons']}>
        {(!wasShown || problem === 'slow') && (
          <Button variant="primary" icon="retry" isWide onClick={() => session?.retry()}>
            {text('checkout.retry')}
          </Button>
        )}
        <Button icon="arrow" isWide onClick={() => session?.openTab()}>
          {text('checkout.openTab')}
        </Button>
        <Button variant="plain" isWide onClick={() => session?.leave()}>
          {text(wasShown ? 'checkout.closeShown' : 'checkout.close')}
        </Button>
      </div>
    </div>
  )
}

/** Shown in this tab while the checkout is open in another tab. */
function CheckoutTabNote({ view: { isConfirming, isTabBlocked } }: { readonly view: PayView }) {
  const text = useText()
  const titleKey = isTabBlocked ? 'checkout.tab.blocked' : 'checkout.tab.title'
  const session = checkout.session()
  return (
    <div className={styles['checkoutTabNoteNote']}>
      <output className={styles['checkoutTabNoteWords']}>
        <Spinner />
        <span className={styles['checkoutTabNoteTitle']}>{text(isConfirming ? 'checkout.confirming' : titleKey)}</span>
        <span className={styles['checkoutTabNoteHint']}>
          {text(isConfirming ? 'checkout.confirmingHint' : isTabBlocked ? 'checkout.tab.blockedHint' : 'checkout.tab.hint')}
        </span>
      </output>
      {!isConfirming && (
        <div className={styles['checkoutTabNoteButtons']}>
          <Button variant={isTabBlocked ? 'primary' : 'quiet'} icon="arrow" isWide onClick={() => session?.openTab()}>
            {text('checkout.tab.open')}
          </Button>
          <Button variant="plain" isWide onClick={() => session?.leave()}>
            {text('checkout.closeShown')}
          </Button>
        </div>
      )}
    </div>
  )
}
