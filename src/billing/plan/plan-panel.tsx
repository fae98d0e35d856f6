import type { ReactElement } from 'react'
import { useState } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { ListLoading } from '../histories/list-notes.tsx'
import { openHistory, openSubscriptions } from '../billing-dialogs.ts'
import { useText } from '#src/platform/i18n.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { keepRoom, keptRoom } from '#src/platform/reserved-height.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { rereadSubscription, useSubscription } from '../subscription.ts'
import { Button } from '#src/design/button.tsx'
import { FailedNote } from '#src/design/failed-note.tsx'
import { PlanCard } from './plan-card.tsx'
import { planFacts } from './plan-facts.ts'
import styles from './plan-panel.module.css'
import { ToYearly } from './to-yearly.tsx'

/** The plan of the account: what it is, what it costs, what can be changed about it. */
export function PlanPanel(): ReactElement {
  const text = useText()
  const { status, subscription } = useSubscription()
  return (
    <div className={styles['panel']}>
      {status === 'unknown' && <PlanRoom />}
      {status === 'failed' && (
        <FailedNote
          title={text('billing.plan.failed')}
          hint={text('billing.plan.failedHint')}
          retryLabel={text('billing.retry')}
          onRetry={rereadSubscription}
        />
      )}
      {status !== 'unknown' && status !== 'failed' && (
        <div ref={keepHeight} className={styles['panel']}>
          {status === 'none' && <BasicPlan />}
          {status === 'there' && subscription !== null && <RunningPlan subscription={subscription} />}
        </div>
      )}
      <div className={styles['actions']}>
        <Button look="plain" aria-haspopup="dialog" onClick={() => openHistory('SUBSCRIPTION')}>
          {text('billing.plan.subscriptionHistory')}
        </Button>
        <Button look="plain" aria-haspopup="dialog" onClick={() => openHistory('PURCHASE')}>
          {text('billing.plan.creditHistory')}
        </Button>
      </div>
    </div>
  )
}

const keepHeight = (plan: HTMLElement | null) => keepRoom('plan', plan)

/** As high as the plan was last, or as one of its kind mostly is. */
function PlanRoom(): ReactElement {
  const { account } = useSnapshot(hubState)
  const [room] = useState(() => keptRoom('plan'))
  return (
    <div
      className={styles['room']}
      data-active={account?.membershipStatus === 'ACTIVE' || undefined}
      style={room === 0 ? {} : { minBlockSize: room }}
    >
      <ListLoading />
    </div>
  )
}

function BasicPlan(): ReactElement {
  const text = useText()
  return (
    <section className={styles['card']} aria-label={text('billing.plan.name.basic')}>
      <p className={styles['name']}>{text('billing.plan.name.basic')}</p>
      <p className={styles['soft']}>{text('billing.plan.basicHint')}</p>
      <Button look="primary" aria-haspopup="dialog" onClick={openSubscriptions}>
        {text('billing.plan.see')}
      </Button>
    </section>
  )
}

function RunningPlan({ subscription }: { readonly subscription: Subscription }): ReactElement {
  const text = useText()
  const [isCancelling, setCancelling] = useState(false)
  const facts = planFacts(subscription)
  return (
    <>
      <PlanCard subscription={subscription} facts={facts}>
        {facts.endsMs !== null && (
          <Button look="primary" aria-haspopup="dialog" onClick={openSubscriptions}>
            {text('billing.plan.again')}
          </Button>
        )}
        {facts.canCancel && (
          <Button aria-haspopup="dialog" onClick={() => setCancelling(true)}>
            {text('billing.cancel.open')}
          </Button>
        )}
      </PlanCard>
      {facts.toYearly !== null && <ToYearly stops={facts.toYearly} />}
      {isCancelling && <CancelDialog orderId={subscription.orderId} onClose={() => setCancelling(false)} />}
    </>
  )
}
