import type { ApiClient } from '#shared/api/client.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { type UserInfo, VISITOR_INFO, getMe } from '#shared/api/user.ts'
import * as membership from '#shared/domain/membership-refresh.ts'
import { backoffMs } from '#workers/lib/backoff.ts'

const BACKOFF = { minMs: 5000, maxMs: 5 * 60_000 }
const CANCELLED: AppError = { code: 'cancelled', retry: 'now' }
const LONG_AGO_MS = Number.NEGATIVE_INFINITY

export interface MembershipMonitorDeps {
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly isLoggedIn: () => Promise<boolean>
  readonly loadAccount: () => Promise<{ readonly account: UserInfo; readonly refreshedAtMs: number } | null>
  readonly saveAccount: (account: UserInfo, refreshedAtMs: number) => Promise<void>
}

/** The known account, the times of past and scheduled refreshes in ms since 1970, and the failures since the last success. */
interface RefreshState {
  account: UserInfo | null
  isLoaded: boolean
  refreshedAtMs: number
  dueAtMs: number
  requestedAtMs: number | null
  checksAtMs: readonly number[]
  visibleAtMs: number
  failures: number
  backoffUntilMs: number
  /** The latest clock reading; an earlier one means that the clock was set back. */
  seenAtMs: number
}

/**
 * Refreshes the account for all tabs: at the membership's interval, after a request, and when a tab becomes visible. Automatic refreshes
 * have a minimum gap, which is stored across restarts. A check before an action always calls the server. `reset` drops all state and
 * pending requests.
 */
export function createMembershipMonitor({ api, clock, random, isLoggedIn, loadAccount, saveAccount }: MembershipMonitorDeps) {
  let generation = new AbortController()
  let refreshState = newRefreshState()
  let pendingRefresh: Promise<Result<UserInfo>> | undefined

  function noteRefresh(account: UserInfo | null, startedAtMs: number): void {
    const nowMs = clock.nowMs()
    const intervalMs = account === null ? membership.DEFAULT_MEMBERSHIP_REFRESH_MS : membership.membershipRefreshMs(account, nowMs)
    refreshState.account = account
    refreshState.isLoaded = true
    refreshState.refreshedAtMs = nowMs
    refreshState.dueAtMs = nowMs + intervalMs
    if (refreshState.requestedAtMs !== null && refreshState.requestedAtMs < startedAtMs) refreshState.requestedAtMs = null
    refreshState.checksAtMs = refreshState.checksAtMs.filter((atMs) => atMs > nowMs)
    refreshState.failures = 0
    refreshState.backoffUntilMs = LONG_AGO_MS
  }

  function noteFailure({ retry, afterMs }: AppError, startedAtMs: number): void {
    if (retry === 'never') {
      noteRefresh(refreshState.account, startedAtMs)
      return
    }
    refreshState.failures += 1
    refreshState.backoffUntilMs = clock.nowMs() + Math.max(afterMs ?? 0, backoffMs(refreshState.failures, BACKOFF, random))
  }

  async function requestAccount(signal: AbortSignal): Promise<Result<UserInfo>> {
    const startedAtMs = clock.nowMs()
    const answer = asVisitorIfEnded(await api.call(getMe, {}, { signal }), await isLoggedIn())
    if (signal.aborted) return fail(CANCELLED)
    if (answer.ok) {
      noteRefresh(answer.value, startedAtMs)
      await saveAccount(answer.value, refreshState.refreshedAtMs)
    } else noteFailure(answer.error, startedAtMs)
    return answer
  }

  /** Concurrent callers share one request. If the first caller aborts, the next one sends its own. */
  async function refresh(signal: AbortSignal): Promise<Result<UserInfo>> {
    if (pendingRefresh !== undefined) {
      const answer = await pendingRefresh
      const isCancelled = !answer.ok && answer.error.code === CANCELLED.code
      return isCancelled && !signal.aborted ? refresh(signal) : answer
    }
    const newRefresh = anySignal([signal, generation.signal], requestAccount).finally(() => {
      if (pendingRefresh === newRefresh) pendingRefresh = undefined
    })
    pendingRefresh = newRefresh
    return newRefresh
  }

  async function loadOnce(): Promise<void> {
    if (refreshState.isLoaded) return
    const stateAtStart = refreshState
    const storedAccount = await loadAccount()
    if (stateAtStart.isLoaded) return
    stateAtStart.isLoaded = true
    if (storedAccount === null) return
    const { account, refreshedAtMs } = storedAccount
    stateAtStart.account = account
    stateAtStart.refreshedAtMs = refreshedAtMs
    stateAtStart.dueAtMs = refreshedAtMs + membership.membershipRefreshMs(account, refreshedAtMs)
    stateAtStart.seenAtMs = refreshedAtMs
  }

  return {
    async pass(signal: AbortSignal): Promise<number | null> {
      if (!(await isLoggedIn())) return null
      await loadOnce()
      if (signal.aborted) return null
      followClock(refreshState, clock.nowMs())
      const waitMs = nextAtMs(refreshState) - clock.nowMs()
      if (waitMs > 0) return waitMs
      await refresh(signal)
      return signal.aborted ? null : Math.max(0, nextAtMs(refreshState) - clock.nowMs())
    },
    requestRefresh(): void {
      refreshState.requestedAtMs = clock.nowMs()
    },
    onVisible(): void {
      const nowMs = clock.nowMs()
      if (nowMs < refreshState.visibleAtMs + membership.VISIBLE_CHECK_THROTTLE_MS) return
      refreshState.visibleAtMs = nowMs
      refreshState.checksAtMs = [...refreshState.checksAtMs.filter((atMs) => atMs > nowMs), nowMs + membership.VISIBLE_CHECK_DELAY_MS]
    },
    /** Refreshes before an action, without the minimum gap. */
    refreshNow: refresh,
    /** Resets the backoff when the network is back. */
    endPauses(): void {
      refreshState.failures = 0
      refreshState.backoffUntilMs = LONG_AGO_MS
    },
    reset(): void {
      generation.abort()
      generation = new AbortController()
      refreshState = newRefreshState()
      pendingRefresh = undefined
    },
  }
}

/** H3009: neither session nor token is valid. If this browser shows an account, its session has ended, so the answer becomes a visitor. */
function asVisitorIfEnded(answer: Result<UserInfo>, isLoggedIn: boolean): Result<UserInfo> {
  return !answer.ok && answer.error.code === 'H3009' && isLoggedIn ? ok(VISITOR_INFO) : answer
}

function newRefreshState(): RefreshState {
  return {
    account: null,
    isLoaded: false,
    requestedAtMs: null,
    checksAtMs: [],
    failures: 0,
    refreshedAtMs: LONG_AGO_MS,
    dueAtMs: LONG_AGO_MS,
    visibleAtMs: LONG_AGO_MS,
    backoffUntilMs: LONG_AGO_MS,
    seenAtMs: LONG_AGO_MS,
  }
}

/**
 * When the account is refreshed next, in ms since 1970. Within MEMBERSHIP_FLOOR_MS after the last refresh, a periodic or requested refresh
 * waits, and the check after a tab became visible is skipped.
 */
function nextAtMs({ refreshedAtMs, dueAtMs, requestedAtMs, checksAtMs, backoffUntilMs }: RefreshState): number {
  const earliestAtMs = refreshedAtMs + membership.MEMBERSHIP_FLOOR_MS
  const requestMs = requestedAtMs === null ? Number.POSITIVE_INFINITY : requestedAtMs + membership.MEMBERSHIP_DEBOUNCE_MS
  const checks = checksAtMs.filter((atMs) => atMs >= earliestAtMs)
  return Math.max(backoffUntilMs, Math.min(Math.max(earliestAtMs, Math.min(dueAtMs, requestMs)), ...checks))
}

/**
 * After the clock was set back, the stored times would block refreshes. So the minimum gap starts again, and the account is read after it.
 */
function followClock(refreshState: RefreshState, nowMs: number): void {
  if (nowMs < refreshState.seenAtMs) {
    refreshState.refreshedAtMs = nowMs
    refreshState.dueAtMs = nowMs
    refreshState.requestedAtMs = null
    refreshState.checksAtMs = []
    refreshState.visibleAtMs = LONG_AGO_MS
    refreshState.backoffUntilMs = LONG_AGO_MS
  }
  refreshState.seenAtMs = nowMs
}
