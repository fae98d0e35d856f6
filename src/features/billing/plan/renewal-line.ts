import type { Subscription } from '#shared/api/subscription.ts'

interface RenewalLine {
  readonly key: string
  readonly atMs: number
}

/** When the plan goes on or ends, in one line. Without the plan's own word, until when the account has its membership. */
export function renewalLine(subscription: Subscription | null, membershipEndsMs: number | null, nowMs: number): RenewalLine | null {
  if (subscription === null) {
    return membershipEndsMs !== null && membershipEndsMs > nowMs ? { key: 'billing.renewal.member', atMs: membershipEndsMs } : null
  }
  const { state, renewsAt, endsAt, graceEndsAt } = subscription
  if (state === 'PAST_DUE') return { key: 'billing.renewal.pastDue', atMs: graceEndsAt ?? endsAt }
  if (state === 'CANCELLED') return { key: 'billing.renewal.ends', atMs: endsAt }
  if (state === 'TRIAL') return { key: 'billing.renewal.trial', atMs: renewsAt ?? endsAt }
  return { key: 'billing.renewal.renews', atMs: renewsAt ?? endsAt }
}
