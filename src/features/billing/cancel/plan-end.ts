import type { Subscription } from '#shared/api/subscription.ts'

/**
 * When a plan ends that is cancelled now, in ms since 1970; null: not known. One whose renewal could not be paid has no paid time to run
 * to. Rule: docs/rules.md, "Plans".
 */
export function planEnd(
  plan: Pick<Subscription, 'state' | 'endsAt'> | null,
  membershipExpiresAt: number | null,
): number | 'at once' | null {
  if (plan === null) return membershipExpiresAt
  return plan.state === 'PAST_DUE' ? 'at once' : plan.endsAt
}
