import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { HubDeps } from '#workers/hub/core/hub-deps.ts'
import { createHubCore } from '#workers/hub/core/hub-core.ts'
import { createHubNode } from '#workers/hub/core/hub-node.ts'

export interface Hub {
  readonly api: HubCommands
  /** Something outside may have changed, for example the network came back. */
  wake(): void
  stop(): Promise<void>
}

/** The hub of one worker: its node takes part in the election, and whatever it is asked reaches the owner, wherever that runs. */
export function createHub(deps: HubDeps): Hub {
  const { nodeId, build, wire, lock, clock, log } = deps
  const startCore = (onFenced: () => void) => createHubCore(deps, onFenced)
  const node = createHubNode({ nodeId, build, wire, lock, clock, startCore, log })
  const api: HubCommands = {
    resume: (...args) => node.call('resume', args),
    wake: (...args) => node.call('wake', args),
    commit: (...args) => node.call('commit', args),
    edit: (...args) => node.call('edit', args),
    move: (...args) => node.call('move', args),
    retry: (...args) => node.call('retry', args),
    discard: (...args) => node.call('discard', args),
    outboxPicture: (...args) => node.call('outboxPicture', args),
    mutate: (...args) => node.call('mutate', args),
    dropMutation: (...args) => node.call('dropMutation', args),
    claimNotice: (...args) => node.call('claimNotice', args),
    dismissFinished: (...args) => node.call('dismissFinished', args),
    reloadHistories: (...args) => node.call('reloadHistories', args),
    refreshCredits: (...args) => node.call('refreshCredits', args),
    pollCredits: (...args) => node.call('pollCredits', args),
    pollMembership: (...args) => node.call('pollMembership', args),
    refreshAccount: (...args) => node.call('refreshAccount', args),
    createOrder: (...args) => node.call('createOrder', args),
    confirmOrder: (...args) => node.call('confirmOrder', args),
    dropOrder: (...args) => node.call('dropOrder', args),
    changeIdentity: (...args) => node.call('changeIdentity', args),
  }
  return { api, wake: () => node.wake(), stop: () => node.stop() }
}
