import { useEffect } from 'react'
import { getSubscription } from '#shared/api/subscription.ts'
import type { SubscriptionState } from './create-subscription-reader.ts'
import { api } from './api.ts'
import { createSubscriptionReader } from './create-subscription-reader.ts'
import { hubState } from './hub-mirror.ts'
import { proxy, subscribe, useSnapshot } from './state.ts'
import { storedBusinessUserId } from './stored-business-user-id.ts'

/** The plan of who is logged in, once somebody needs it. A visitor has none. */
export const subscriptionState = proxy<SubscriptionState>({ status: 'unknown', subscription: null })

const reader = createSubscriptionReader(subscriptionState, () => api.call(getSubscription, {}))
let isFollowed = false

/** From the first need on the plan follows the account, its history and the connection. */
export function needSubscription(): void {
  if (isFollowed) return
  isFollowed = true
  subscribe(hubState, look)
  look()
}

/** For a person who presses "Try again". */
export function rereadSubscription(): void {
  needSubscription()
  reader.again()
}

function look(): void {
  const { identity, billing, connection } = hubState
  reader.look({
    businessUserId: identity?.businessUserId ?? storedBusinessUserId(),
    historyVersion: billing.historyVersion,
    isOnline: connection.isOnline,
  })
}

export function useSubscription(): Readonly<SubscriptionState> {
  useEffect(needSubscription, [])
  return useSnapshot(subscriptionState)
}
