import { useEffect } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import { getSubscription } from '#shared/api/subscription.ts'
import type { Result } from '#shared/result.ts'
import { api } from '#src/platform/api.ts'
import { hubState } from '#src/platform/hub-state.ts'
import { proxy, subscribe, useSnapshot } from '#src/platform/state.ts'
import { storedBusinessUserId } from '#src/platform/cookies.ts'

let isFollowed = false

export interface SubscriptionState {
  /** `failed`: nothing is known, because the last reading failed. */
  status: 'unknown' | 'none' | 'there' | 'failed'
  subscription: Subscription | null
}

/** What a reading depends on. */
interface SubscriptionFacts {
  /** '' for a visitor. */
  readonly businessUserId: string
  readonly historyVersion: number
  readonly isOnline: boolean
}

interface SubscriptionReader {
  /** Reads what has not been read yet for these facts. */
  look(facts: SubscriptionFacts): void
  /** Reads anew, whatever is known. */
  again(): void
}

/** Keeps the state true: one reading at a time, a newer wish follows it, and what belonged to another account is never shown. */
export function createSubscriptionReader(state: SubscriptionState, ask: () => Promise<Result<Subscription>>): SubscriptionReader {
  let owner: string | null = null
  /** The version that is shown or asked for; null when it has to be read. */
  let version: number | null = null
  let wanted = 0
  let isOnline = true
  let isReading = false

  async function read(): Promise<void> {
    if (isReading || version === wanted || owner === '') return
    isReading = true
    version = wanted
    const asker = owner
    const answer = await ask()
    isReading = false
    if (asker === owner) take(answer)
    else version = null
    await read()
  }

  function take(answer: Result<Subscription>): void {
    if (answer.ok) Object.assign(state, { status: 'there', subscription: answer.value })
    else if (answer.error.code === 'H4040') Object.assign(state, { status: 'none', subscription: null })
    else if (state.status === 'unknown') state.status = 'failed'
  }

  return {
    look(facts) {
      if (facts.businessUserId !== owner) {
        owner = facts.businessUserId
        version = null
        Object.assign(state, { status: owner === '' ? 'none' : 'unknown', subscription: null })
      }
      if (facts.isOnline && !isOnline) version = null
      isOnline = facts.isOnline
      wanted = facts.historyVersion
      void read()
    },
    again() {
      version = null
      if (state.status === 'failed') state.status = 'unknown'
      void read()
    },
  }
}

/** The plan of who is logged in, once somebody needs it. A visitor has none. */
export const subscriptionState = proxy<SubscriptionState>({ status: 'unknown', subscription: null })

const reader = createSubscriptionReader(subscriptionState, () => api.call(getSubscription, {}))
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
