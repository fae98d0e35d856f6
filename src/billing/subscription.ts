import { useEffect } from 'react'
import { type Subscription, getSubscription } from '#shared/api/subscription.ts'
import type { Result } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { createListCache } from '#src/store/list-cache.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

let isFollowed = false

export interface SubscriptionState {
  /** `none`: the account has no plan. `failed`: the last load failed, and no data is known. */
  status: 'unknown' | 'none' | 'there' | 'failed'
  subscription: Subscription | null
}

interface SubscriptionFacts {
  /** The account; '' for a visitor. */
  readonly businessUserId: string
  readonly historyVersion: number
  readonly isOnline: boolean
}

interface SubscriptionReader {
  /** Loads the plan if it is not loaded yet for these facts. */
  loadMissing(facts: SubscriptionFacts): void
  /** Loads the plan again, even if it is loaded. */
  again(): void
}

/** Loads an account's plan into `state`. Another account's plan is never shown. */
export function createSubscriptionReader(state: SubscriptionState, ask: () => Promise<Result<Subscription>>): SubscriptionReader {
  let known: SubscriptionFacts | null = null
  const cache = createListCache({
    nowMs: Date.now,
    async ask({ isCurrent }) {
      const answer = await ask()
      if (!isCurrent()) return false
      if (answer.ok) Object.assign(state, { status: 'there', subscription: answer.value })
      else if (answer.error.code === 'H4040') Object.assign(state, { status: 'none', subscription: null })
      else if (state.status === 'unknown') state.status = 'failed'
      return answer.ok
    },
  })

  return {
    loadMissing(facts) {
      const before = known
      known = facts
      const isSomebodyElse = facts.businessUserId !== before?.businessUserId
      if (isSomebodyElse) {
        cache.forget()
        Object.assign(state, { status: facts.businessUserId === '' ? 'none' : 'unknown', subscription: null })
      }
      const isChanged = isSomebodyElse || facts.historyVersion !== before.historyVersion || (facts.isOnline && !before.isOnline)
      if (isChanged && facts.businessUserId !== '') void cache.reload()
    },
    again() {
      if (state.status === 'failed') state.status = 'unknown'
      if (known !== null && known.businessUserId !== '') void cache.reload()
    },
  }
}

/** The plan of the current account, loaded when it is first needed. A visitor has none. */
export const subscriptionState = proxy<SubscriptionState>({ status: 'unknown', subscription: null })

const reader = createSubscriptionReader(subscriptionState, () => api.call(getSubscription, {}))
/** Loads the plan on first use. From then on, it is loaded again when the account, its history or the connection change. */
export function needSubscription(): void {
  if (isFollowed) return
  isFollowed = true
  subscribeKeys(hubState, ['identity', 'billing', 'connection'], check)
  check()
}

export function rereadSubscription(): void {
  needSubscription()
  reader.again()
}

function check(): void {
  const { identity, billing, connection } = hubState
  reader.loadMissing({
    businessUserId: identity?.businessUserId ?? storedBusinessUserId(),
    historyVersion: billing.historyVersion,
    isOnline: connection.isOnline,
  })
}

export function useSubscription(): Readonly<SubscriptionState> {
  useEffect(needSubscription, [])
  return useSnapshot(subscriptionState)
}
