import type { ReactElement } from 'react'
import { useState } from 'react'
import { renewalLine } from '#src/features/billing/plan/renewal-line.ts'
import { formatDate } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useSubscription } from '#src/lib/subscription.ts'
import styles from './credits-panel.module.css'

/** When the plan is renewed, or until when it lasts. */
export function RenewalNote(): ReactElement | null {
  const text = useText()
  const { account } = useSnapshot(hubState)
  const { subscription } = useSubscription()
  const [nowMs] = useState(Date.now)
  const line = renewalLine(subscription, account?.membershipExpiresAt ?? null, nowMs)
  if (line === null) return null
  return <p className={styles['renewal']}>{text(line.key, { day: formatDate(line.atMs) })}</p>
}
