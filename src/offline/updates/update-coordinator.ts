import type { HoldReason, UpdateMessage } from '#shared/contract/update-messages.ts'
import type { Clock } from '#shared/clock.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { UPDATE_ANSWER_MS } from '#shared/domain/update-rules.ts'

/** `offered`: the user has not accepted the update yet. `silent`: a page does not answer, so the user decides. */
export type UpdatePhase = { readonly kind: 'offered' | 'asking' | 'silent' } | { readonly kind: 'waiting'; readonly reason: HoldReason }

interface UpdateCoordinatorDeps {
  readonly page: string
  /** The ids of all open pages; this page may be among them. */
  readonly livePages: () => Promise<readonly string[]>
  /** Resolves when the given page has closed. */
  readonly untilPageCloses: (page: string) => Promise<void>
  readonly post: (message: UpdateMessage) => void
  readonly save: () => Promise<void>
  readonly holds: () => HoldReason | null
  /** Calls `changed` when the hold reason of this page may have changed. The returned function unsubscribes. */
  readonly followHolds: (changed: () => void) => () => void
  readonly sleep: Clock['sleep']
  readonly makeId: () => string
  readonly show: (phase: UpdatePhase) => void
  readonly apply: () => void
}

/** The part of one page in the agreement of all open pages on an update. */
export interface UpdateCoordinator {
  /** The user accepts the update. It is applied once every open page agrees. */
  accept(): Promise<void>
  /** The user withdraws the acceptance. */
  withdraw(): void
  /** Applies the update without waiting for the pages that do not answer. */
  applyAnyway(): void
  receive(message: UpdateMessage): void
}

/** Coordinates an update between this page and the other open pages. Rule: docs/offline.md, "Updates". */
export function createUpdateCoordinator(deps: UpdateCoordinatorDeps): UpdateCoordinator {
  const { page: thisPage } = deps
  let isAccepted = false
  let currentRound = ''
  let pages: readonly string[] = []
  let answers = new Map<string, HoldReason | null>()
  let isTimeUp = false
  let awaitedPage = ''
  let stopFollowingHolds: (() => void) | undefined

  /** This page's hold reason. Drafts are stored first, because a stored draft is no reason to wait. */
  async function readHoldReason(isCurrent: () => boolean): Promise<HoldReason | null> {
    await deps.save()
    const reason = deps.holds()
    if (reason !== null && isCurrent()) postWhenFree()
    return reason
  }

  function postWhenFree(): void {
    stopFollowingHolds?.()
    stopFollowingHolds = deps.followHolds(() => {
      if (deps.holds() !== null) return
      stopFollowingHolds?.()
      stopFollowingHolds = undefined
      deps.post({ kind: 'free', from: thisPage })
      if (isAccepted) void askAllPages()
    })
  }

  async function askAllPages(): Promise<void> {
    const thisRound = deps.makeId()
    currentRound = thisRound
    pages = [thisPage]
    answers = new Map()
    isTimeUp = false
    awaitedPage = ''
    const isCurrent = () => isAccepted && currentRound === thisRound
    const otherPages = (await deps.livePages()).filter((page) => page !== thisPage)
    if (!isCurrent()) return
    pages = [thisPage, ...otherPages]
    deps.post({ kind: 'ask', round: thisRound, from: thisPage })
    const ownReason = await readHoldReason(isCurrent)
    if (!isCurrent()) return
    answers.set(thisPage, ownReason)
    applyDecision()
    await deps.sleep(UPDATE_ANSWER_MS, neverAborted())
    if (!isCurrent()) return
    isTimeUp = true
    applyDecision()
  }

  function applyDecision(): void {
    const decision = decideUpdate({ pages, answers, isTimeUp })
    if (decision.kind === 'apply') return applyUpdate()
    if (decision.kind === 'pending') return
    deps.show(decision.kind === 'wait' ? { kind: 'waiting', reason: decision.reason } : { kind: 'silent' })
    for (const page of pagesToAwait(decision)) awaitClose(page)
  }

  function pagesToAwait(decision: UpdateDecision): readonly string[] {
    if (decision.kind === 'wait') return [decision.page]
    return pages.filter((page) => !answers.has(page)).slice(0, 1)
  }

  /** Waits until a page closes, then asks all remaining pages again: a closed page no longer prevents the update. */
  function awaitClose(page: string): void {
    if (page === thisPage || awaitedPage === page) return
    awaitedPage = page
    const thisRound = currentRound
    void deps.untilPageCloses(page).then(() => {
      if (isAccepted && currentRound === thisRound) void askAllPages()
      return undefined
    })
  }

  function applyUpdate(): void {
    isAccepted = false
    currentRound = ''
    deps.apply()
  }

  return {
    async accept() {
      isAccepted = true
      deps.show({ kind: 'asking' })
      await askAllPages()
    },
    withdraw() {
      isAccepted = false
      currentRound = ''
      deps.show({ kind: 'offered' })
    },
    applyAnyway: applyUpdate,
    receive(message) {
      if (message.from === thisPage) return
      if (message.kind === 'ask')
        void readHoldReason(() => true).then((reason) => {
          deps.post({ kind: 'answer', round: message.round, from: thisPage, reason })
          return undefined
        })
      else if (message.kind === 'free' && isAccepted) void askAllPages()
      else if (message.kind === 'answer' && isAccepted && message.round === currentRound) {
        answers.set(message.from, message.reason)
        applyDecision()
      }
    },
  }
}

type UpdateDecision =
  | { readonly kind: 'pending' | 'silent' | 'apply' }
  | { readonly kind: 'wait'; readonly reason: HoldReason; readonly page: string }

interface Round {
  /** The ids of the pages that were open at the start of the round. */
  readonly pages: readonly string[]
  /** The hold reason of each page that has answered; null if the page agrees. */
  readonly answers: ReadonlyMap<string, HoldReason | null>
  readonly isTimeUp: boolean
}

/**
 * Decides whether another build may be loaded. A page with a hold reason prevents it. A page without an answer does not count as
 * agreement.
 */
export function decideUpdate({ pages, answers, isTimeUp }: Round): UpdateDecision {
  for (const page of pages) {
    const reason = answers.get(page)
    if (reason !== undefined && reason !== null) return { kind: 'wait', reason, page }
  }
  if (pages.every((page) => answers.has(page))) return { kind: 'apply' }
  return { kind: isTimeUp ? 'silent' : 'pending' }
}
