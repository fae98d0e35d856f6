import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { LockOptions } from '#shared/browser/locks.ts'
import { type CallOutcome, type HubWire, type WireMessage, type Method, createPendingCalls } from './hub-wire.ts'
import type { Clock } from '#shared/clock.ts'
import { anySignal } from '#shared/any-signal.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { FencedOut } from './hub-store.ts'

/** The time that a yielding owner has to finish pending requests. */
export const DRAIN_MS = 1500
/** The time that a newer build waits for an older owner to yield. */
export const YIELD_MS = 2000
const FAILURE_PAUSE_MS = 1000

/** The hub's logic, running while its node is the owner. */
export interface OwnerCore {
  readonly commands: Promise<HubCommands>
  wake(): void
  /** Accepts nothing new. Resolves when pending requests have ended, or after `ms`. */
  drain(ms: number): Promise<void>
  stop(): Promise<void>
}

export interface HubNodeDeps {
  readonly nodeId: string
  readonly build: number
  readonly wire: HubWire
  readonly withOwnerLock: (options: LockOptions, use: () => Promise<void>) => Promise<void>
  readonly clock: Clock
  readonly startCore: (onFenced: () => void) => OwnerCore
  readonly log: (message: string, error: unknown) => void
}

export interface HubNode {
  call<M extends Method>(method: M, args: Parameters<HubCommands[M]>): ReturnType<HubCommands[M]>
  wake(): void
  stop(): Promise<void>
}

/**
 * One node per worker. Only the node with the owner lock runs the core; all others forward their calls to it.
 *   candidate -> owner: the lock is granted, or stolen from an owner that left a call unacknowledged for 1.5 s
 *   owner -> candidate: a newer build asks it to yield, its lock is stolen, or a write meets a newer fence
 * Calls are at-least-once: each new owner receives all unanswered calls, so every command is idempotent.
 */
export function createHubNode({ nodeId, build, wire, withOwnerLock, clock, startCore, log }: HubNodeDeps): HubNode {
  const stopController = new AbortController()
  const pendingCalls = createPendingCalls({ nodeId, wire, clock, stopSignal: stopController.signal, onUnacknowledged: stealOwnership })
  let core: OwnerCore | undefined
  let releaseOwnership = (): void => undefined
  let lockRequest = new AbortController()
  let mustSteal = false
  let yieldingNodeId = ''

  async function runAsOwner(): Promise<void> {
    if (stopController.signal.aborted) return
    let releaseHold = (): void => undefined
    const released = new Promise<void>((resolve) => {
      releaseHold = resolve
    })
    const ownCore = startCore(releaseHold)
    core = ownCore
    releaseOwnership = releaseHold
    yieldingNodeId = ''
    mustSteal = false
    wire.post({ kind: 'lead' })
    routeCalls()
    await released
    core = undefined
    await ownCore.stop()
    routeCalls()
  }

  async function competeForOwnership(): Promise<void> {
    while (!stopController.signal.aborted) {
      lockRequest = new AbortController()
      const isSteal = mustSteal
      mustSteal = false
      try {
        await anySignal([lockRequest.signal, stopController.signal], (signal) =>
          withOwnerLock(isSteal ? { steal: true } : { signal }, runAsOwner),
        )
      } catch (error) {
        releaseOwnership()
        if (error instanceof DOMException && error.name === 'AbortError') continue
        log('Hub owner failed', error)
        await clock.sleep(FAILURE_PAUSE_MS, stopController.signal)
      }
    }
  }

  function stealOwnership(): void {
    if (core !== undefined || stopController.signal.aborted) return
    mustSteal = true
    lockRequest.abort()
  }

  /** Runs the call here when this node is the owner, else forwards it. */
  function routeCall(callId: string): void {
    const owner = core
    if (owner === undefined) pendingCalls.forward(callId)
    else void pendingCalls.serve(callId, (method, args) => runCommand(owner, method, args))
  }

  function routeCalls(): void {
    for (const callId of pendingCalls.unansweredIds()) routeCall(callId)
  }

  async function runCommand(owner: OwnerCore, method: Method, args: readonly unknown[]): Promise<CallOutcome | undefined> {
    try {
      const command = (await owner.commands)[method] as (...values: readonly unknown[]) => Promise<unknown>
      return { kind: 'value', value: await command(...args) }
    } catch (error) {
      if (error instanceof FencedOut) {
        if (owner === core) releaseOwnership()
        return undefined
      }
      log(`Hub call ${method} failed`, error)
      return { kind: 'bug', message: String(error) }
    }
  }

  async function answerCall(message: WireMessage & { kind: 'call' }): Promise<void> {
    const { from, callId } = message
    if (core === undefined) return
    wire.post({ kind: 'ack', to: from, callId })
    const isOtherProtocol = message.protocol !== PROTOCOL_VERSION
    const outcome: CallOutcome | undefined = isOtherProtocol
      ? { kind: 'outdated' }
      : await runCommand(core, message.method as Method, message.args)
    if (outcome !== undefined) wire.post({ kind: 'answer', to: from, callId, outcome })
  }

  function onLead(leader: WireMessage): void {
    routeCalls()
    if (yieldingNodeId === leader.from) return
    yieldingNodeId = leader.build < build ? leader.from : ''
    if (yieldingNodeId === '') return
    wire.post({ kind: 'yield', to: leader.from })
    void clock.sleep(YIELD_MS, stopController.signal).then(() => {
      if (yieldingNodeId === leader.from) stealOwnership()
      return undefined
    })
  }

  async function yieldOwnership(): Promise<void> {
    const ownCore = core
    if (ownCore === undefined) return
    await ownCore.drain(DRAIN_MS)
    if (core === ownCore) releaseOwnership()
  }

  wire.listen((message) => {
    if (message.kind === 'call') void answerCall(message)
    else if (message.kind === 'who' && core !== undefined) wire.post({ kind: 'lead' })
    else if (message.kind === 'lead') onLead(message)
    else if (message.kind === 'yield' && message.to === nodeId) void yieldOwnership()
    // An older owner with another protocol yields soon; then this node serves the call.
    else if (message.kind === 'answer' && message.outcome.kind === 'outdated' && message.build < build) return
    else pendingCalls.receive(message)
  })
  void competeForOwnership()
  wire.post({ kind: 'who' })

  return {
    call(method, args) {
      const { callId, answer: callAnswer } = pendingCalls.open(method, args)
      routeCall(callId)
      return callAnswer as ReturnType<HubCommands[typeof method]>
    },
    wake: () => core?.wake(),
    async stop() {
      stopController.abort()
      releaseOwnership()
      await core?.stop()
    },
  }
}
