import type { KeyboardEvent, ReactElement } from 'react'
import type { PayView } from './checkout-view.ts'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { formatMoney } from '#src/lib/format-money.ts'
import { useText } from '#src/lib/i18n.ts'
import { closeModal, openModal } from '#src/ui/open-modal.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { blockBack, browserHistory } from './block-back.ts'
import { CheckoutTabNote } from './checkout-tab-note.tsx'
import styles from './pay-dialog.module.css'
import { PayTroubleNote } from './pay-trouble-note.tsx'
import { checkout } from './start-purchase.ts'

/** The open checkout. It ends with the order, and lets the person out only where it can't do its work. */
export function PayDialog({ view }: { readonly view: PayView }): ReactElement {
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
  const keepOpen = () => ref.current?.open === false && ref.current.showModal()
  const price = formatMoney(view.amountCents, 'USD')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second Escape would close it without asking
    <dialog
      ref={ref}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={keepOpen}
      onKeyDown={ignoreEscape}
    >
      <header className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {text('checkout.title')}
        </h2>
        <p className={styles['price']}>{view.skuName === '' ? price : text('checkout.price', { name: view.skuName, price })}</p>
      </header>
      {view.place === 'tab' ? <CheckoutTabNote view={view} /> : <CheckoutFrameStage key={view.attempt} view={view} />}
      {!view.isConfirming && view.trouble !== null && <PayTroubleNote trouble={view.trouble} wasShown={view.wasShown} />}
    </dialog>
  )
}

function ignoreEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault()
}

/** The checkout in its frame, covered while it loads and while its payment is confirmed. */
function CheckoutFrameStage({ view }: { readonly view: PayView }): ReactElement {
  const text = useText()
  const place = useRef<HTMLDivElement>(null)
  const title = text('checkout.frame')
  useEffect(() => {
    if (place.current !== null) return checkout.session()?.attach(place.current, title)
    return undefined
  }, [title])
  const isLoading = !view.wasShown && view.trouble === null
  return (
    <div className={styles['stage']}>
      <div
        ref={place}
        className={styles['frame']}
        data-hidden={(view.trouble === 'slow' && !view.wasShown) || undefined}
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
