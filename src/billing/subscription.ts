import { useEffect } from 'react'
import { type Subscription, getSubscription } from '#shared/api/subscription.ts'
import type { Result } from '#shared/result.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState, proxy, useSnapshot } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { createListCache } from '#src/store/list-cache.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'

let isFollowingChanges = false

export interface SubscriptionState {
  /** `none`: the account has no plan, or the user is a visitor. `failed`: the last load failed, and no data is known. */
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
  /** Loads the plan if the account or `historyVersion` has changed since the last call, and after a reconnect. */
  loadMissing(facts: SubscriptionFacts): void
  /** Loads the plan again, even if it is loaded. */
  reload(): void
}

/** Loads an account's plan into `state`. Another account's plan is never shown. */
export function createSubscriptionReader(
  state: SubscriptionState,
  readSubscription: () => Promise<Result<Subscription>>,
): SubscriptionReader {
  let currentFacts: SubscriptionFacts | null = null
  const cache = createListCache({
    nowMs: Date.now,
    async ask({ isCurrent }) {
      const answer = await readSubscription()
      if (!isCurrent()) return false
      if (answer.ok) Object.assign(state, { status: 'there', subscription: answer.value })
      else if (answer.error.code === 'H4040') Object.assign(state, { status: 'none', subscription: null })
      else if (state.status === 'unknown') state.status = 'failed'
      return answer.ok
    },
  })

  return {
    loadMissing(facts) {
      const previousFacts = currentFacts
      currentFacts = facts
      const isOtherAccount = facts.businessUserId !== previousFacts?.businessUserId
      if (isOtherAccount) {
        cache.forget()
        Object.assign(state, { status: facts.businessUserId === '' ? 'none' : 'unknown', subscription: null })
      }
      const needsReload =
        isOtherAccount || facts.historyVersion !== previousFacts.historyVersion || (facts.isOnline && !previousFacts.isOnline)
      if (needsReload && facts.businessUserId !== '') void cache.reload()
    },
    reload() {
      if (state.status === 'failed') state.status = 'unknown'
      if (currentFacts !== null && currentFacts.businessUserId !== '') void cache.reload()
    },
  }
}

/** The plan of the current account, loaded when it is first needed. A visitor has none. */
export const subscriptionState = proxy<SubscriptionState>({ status: 'unknown', subscription: null })

const reader = createSubscriptionReader(subscriptionState, () => api.call(getSubscription, {}))
/** Loads the plan on first use. From then on, it is loaded again when the account or its payment history changes, and after a reconnect. */
export function ensureSubscription(): void {
  if (isFollowingChanges) return
  isFollowingChanges = true
  subscribeKeys(hubState, ['identity', 'billing', 'connection'], loadForHubState)
  loadForHubState()
}

export function rereadSubscription(): void {
  ensureSubscription()
  reader.reload()
}

function loadForHubState(): void {
  const { identity, billing, connection } = hubState
  reader.loadMissing({
    businessUserId: identity?.businessUserId ?? storedBusinessUserId(),
    historyVersion: billing.historyVersion,
    isOnline: connection.isOnline,
  })
}

export function useSubscription(): Readonly<SubscriptionState> {
  useEffect(ensureSubscription, [])
  return useSnapshot(subscriptionState)
}
