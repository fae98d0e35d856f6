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
const AFTER_FAILURE_MS = 1000

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
  readonly lock: (options: LockOptions, use: () => Promise<void>) => Promise<void>
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
export function createHubNode({ nodeId, build, wire, lock, clock, startCore, log }: HubNodeDeps): HubNode {
  const stopped = new AbortController()
  const pendingCalls = createPendingCalls({ nodeId, wire, clock, stopped: stopped.signal, onUnacknowledged: steal })
  let core: OwnerCore | undefined
  let release = (): void => undefined
  let queued = new AbortController()
  let mustSteal = false
  let askedToYield = ''

  async function lead(): Promise<void> {
    if (stopped.signal.aborted) return
    let releaseHold = (): void => undefined
    const released = new Promise<void>((resolve) => {
      releaseHold = resolve
    })
    const mine = startCore(releaseHold)
    core = mine
    release = releaseHold
    askedToYield = ''
    mustSteal = false
    wire.post({ kind: 'lead' })
    routeCalls()
    await released
    core = undefined
    await mine.stop()
    routeCalls()
  }

  async function campaign(): Promise<void> {
    while (!stopped.signal.aborted) {
      queued = new AbortController()
      const isSteal = mustSteal
      mustSteal = false
      try {
        await anySignal([queued.signal, stopped.signal], (signal) => lock(isSteal ? { steal: true } : { signal }, lead))
      } catch (error) {
        release()
        if (error instanceof DOMException && error.name === 'AbortError') continue
        log('Hub owner failed', error)
        await clock.sleep(AFTER_FAILURE_MS, stopped.signal)
      }
    }
  }

  function steal(): void {
    if (core !== undefined || stopped.signal.aborted) return
    mustSteal = true
    queued.abort()
  }

  /** Runs the call here when this node is the owner, else forwards it. */
  function route(callId: string): void {
    const owner = core
    if (owner === undefined) pendingCalls.forward(callId)
    else void pendingCalls.serve(callId, (method, args) => run(owner, method, args))
  }

  function routeCalls(): void {
    for (const callId of pendingCalls.unanswered()) route(callId)
  }

  async function run(owner: OwnerCore, method: Method, args: readonly unknown[]): Promise<CallOutcome | undefined> {
    try {
      const command = (await owner.commands)[method] as (...values: readonly unknown[]) => Promise<unknown>
      return { kind: 'value', value: await command(...args) }
    } catch (error) {
      if (error instanceof FencedOut) {
        if (owner === core) release()
        return undefined
      }
      log(`Hub call ${method} failed`, error)
      return { kind: 'bug', message: String(error) }
    }
  }

  async function answer(message: WireMessage & { kind: 'call' }): Promise<void> {
    const { from, callId } = message
    if (core === undefined) return
    wire.post({ kind: 'ack', to: from, callId })
    const isForeign = message.protocol !== PROTOCOL_VERSION
    const outcome: CallOutcome | undefined = isForeign ? { kind: 'outdated' } : await run(core, message.method as Method, message.args)
    if (outcome !== undefined) wire.post({ kind: 'answer', to: from, callId, outcome })
  }

  function onLead(leader: WireMessage): void {
    routeCalls()
    if (askedToYield === leader.from) return
    askedToYield = leader.build < build ? leader.from : ''
    if (askedToYield === '') return
    wire.post({ kind: 'yield', to: leader.from })
    void clock.sleep(YIELD_MS, stopped.signal).then(() => {
      if (askedToYield === leader.from) steal()
      return undefined
    })
  }

  async function yieldOwnership(): Promise<void> {
    const mine = core
    if (mine === undefined) return
    await mine.drain(DRAIN_MS)
    if (core === mine) release()
  }

  wire.listen((message) => {
    if (message.kind === 'call') void answer(message)
    else if (message.kind === 'who' && core !== undefined) wire.post({ kind: 'lead' })
    else if (message.kind === 'lead') onLead(message)
    else if (message.kind === 'yield' && message.to === nodeId) void yieldOwnership()
    // An older owner with another protocol yields soon; then this node serves the call.
    else if (message.kind === 'answer' && message.outcome.kind === 'outdated' && message.build < build) return
    else pendingCalls.receive(message)
  })
  void campaign()
  wire.post({ kind: 'who' })

  return {
    call(method, args) {
      const { callId, answer: answered } = pendingCalls.open(method, args)
      route(callId)
      return answered as ReturnType<HubCommands[typeof method]>
    },
    wake: () => core?.wake(),
    async stop() {
      stopped.abort()
      release()
      await core?.stop()
    },
  }
}
