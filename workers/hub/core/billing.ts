import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { ApiClient } from '#shared/api/client.ts'
import type { HubStore } from '#workers/hub/core/hub-store.ts'
import type { TopicBoard } from '#workers/hub/core/topic-board.ts'
import type { Clock } from '#workers/lib/clock.ts'
import type { Loop } from '#workers/lib/loop.ts'
import { readRecord, toStored } from '#shared/storage/define-record.ts'
import { creditsRecord } from '#shared/storage/hub-records.ts'
import { CREDITS_KEY } from '#shared/storage/keys.ts'
import { createCreditsWatch } from '#workers/hub/core/credits-watch.ts'

export interface BillingDeps {
  readonly store: HubStore
  readonly fence: number
  readonly api: ApiClient
  readonly clock: Clock
  readonly random: () => number
  readonly board: TopicBoard
  readonly run: (pass: (signal: AbortSignal) => Promise<number | null>) => Loop
}

export function createBilling({ store, fence, api, random, board, run }: BillingDeps) {
  const credits = createCreditsWatch({
    api,
    random,
    isOffline: () => !board.get('connection').isOnline,
    onCredits: async (points) => {
      await store.writeAsOwner(fence, async (tx) => tx.put(CREDITS_KEY, toStored(creditsRecord, points)))
      board.set('credits', points)
    },
  })
  const watching = run((signal) => credits.pass(signal))
  function wantCredits(): void {
    credits.want()
    watching.wake()
  }
  return {
    wantCredits,
    onVisible() {},
    reset() {},
    forgetWaits() {},
    async show() {
      board.set('credits', await store.read(async (tx) => readRecord(creditsRecord, await tx.get(CREDITS_KEY))))
    },
    commands: { refreshCredits: async () => wantCredits() } as unknown as Pick<
      HubCommands,
      'refreshCredits' | 'pollCredits' | 'pollMembership' | 'refreshAccount' | 'trackOrder' | 'confirmOrder' | 'dropOrder'
    >,
  }
}
