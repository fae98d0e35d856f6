import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { HubDeps } from './hub-deps.ts'
import { HUB_COMMANDS } from '#shared/contract/hub-contract.ts'
import { createHubCore } from './hub-core.ts'
import { createHubNode } from './runtime/hub-node.ts'

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
  const calls = Object.keys(HUB_COMMANDS).map((method) => [
    method,
    (...args: Parameters<HubCommands[keyof HubCommands]>) => node.call(method as keyof HubCommands, args),
  ])
  const api = Object.fromEntries(calls) as unknown as HubCommands
  return { api, wake: () => node.wake(), stop: () => node.stop() }
}
