import type { HubCommands } from '#shared/contract/hub-contract.ts'
import type { LockOptions } from '#shared/browser/locks.ts'
import type { CallOutcome, HubWire, WireMessage } from '#workers/hub/core/hub-wire.ts'
import type { Clock } from '#workers/lib/clock.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'
import { FencedOut } from '#workers/hub/core/hub-store.ts'

/** An owner that does not even acknowledge a call for this long is frozen. */
export const FROZEN_AFTER_MS = 1500
/** What an owner that yields may take to finish what is in flight. */
export const DRAIN_MS = 1500
/** A newer build waits this long for an older owner to yield. */
export const YIELD_MS = 2000
const AFTER_FAILURE_MS = 1000
/** By then whoever called has given up, and what was meant then must not be done after something newer. */
const CALL_KEPT_MS = 60_000

/** The hub proper, alive as long as its node is the owner. */
export interface OwnerCore {
  readonly commands: Promise<HubCommands>
  wake(): void
  /** Takes nothing new; resolves when what is in flight has ended, or after `ms`. */
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

type Method = keyof HubCommands
interface Waiting {
  readonly method: Method
  readonly args: readonly unknown[]
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly askedAtMs: number
  /** Aborted when the owner it was last sent to has acknowledged it, or another one is asked. */
  heard: AbortController
}

export interface HubNode {
  call<M extends Method>(method: M, args: Parameters<HubCommands[M]>): ReturnType<HubCommands[M]>
  wake(): void
  stop(): Promise<void>
}

/** The owner speaks another protocol: this page must be reloaded. Its name survives the way to the page. */
export class HubOutdated extends Error {
  override readonly name = 'HubOutdated'
}

/**
 * One node per worker; exactly one, the holder of the owner lock, runs the core, and all others forward their calls to it.
 *   candidate -> owner: the lock is granted, or stolen from an owner that left a call unacknowledged for 1.5 s
 *   owner -> candidate: a newer build asks it to yield, its lock is stolen, or a write meets a newer fence
 * Calls are at-least-once: each new owner is sent what is still unanswered, so every command is idempotent.
 */
export function createHubNode({ nodeId, build, wire, lock, clock, startCore, log }: HubNodeDeps): HubNode {
  const stopped = new AbortController()
  const waiting = new Map<string, Waiting>()
  let core: OwnerCore | undefined
  let release = (): void => undefined
  let queued = new AbortController()
  let mustSteal = false
  let askedToYield = ''

  async function lead(): Promise<void> {
    if (stopped.signal.aborted) return
    let letGo = (): void => undefined
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const mine = startCore(letGo)
    core = mine
    release = letGo
    askedToYield = ''
    mustSteal = false
    wire.post({ kind: 'lead' })
    dropOldCalls()
    for (const [callId, call] of waiting) void serve(mine, callId, call)
    await released
    core = undefined
    await mine.stop()
    for (const callId of waiting.keys()) forward(callId)
  }

  function dropOldCalls(): void {
    for (const [callId, { askedAtMs, reject }] of waiting) {
      if (clock.nowMs() - askedAtMs <= CALL_KEPT_MS) continue
      waiting.delete(callId)
      reject(new Error('No owner has answered in time.'))
    }
  }

  async function campaign(): Promise<void> {
    while (!stopped.signal.aborted) {
      queued = new AbortController()
      const options: LockOptions = mustSteal ? { steal: true } : { signal: AbortSignal.any([queued.signal, stopped.signal]) }
      mustSteal = false
      try {
        await lock(options, lead)
      } catch (error) {
        release()
        if (error instanceof DOMException && error.name === 'AbortError') continue
        log('hub owner', error)
        await clock.sleep(AFTER_FAILURE_MS, stopped.signal)
      }
    }
  }

  function steal(): void {
    if (core !== undefined || stopped.signal.aborted) return
    mustSteal = true
    queued.abort()
  }

  async function serve(owner: OwnerCore, callId: string, { method, args, resolve, reject }: Waiting): Promise<void> {
    const outcome = await run(owner, method, args)
    if (outcome === undefined || !waiting.delete(callId)) return
    if (outcome.kind === 'value') resolve(outcome.value)
    else reject(toError(outcome))
  }

  /** Undefined when this owner was overtaken in the middle: its successor is asked instead. */
  async function run(owner: OwnerCore, method: Method, args: readonly unknown[]): Promise<CallOutcome | undefined> {
    try {
      const command = (await owner.commands)[method] as (...values: readonly unknown[]) => Promise<unknown>
      return { kind: 'value', value: await command(...args) }
    } catch (error) {
      if (error instanceof FencedOut) {
        if (owner === core) release()
        return undefined
      }
      log(`hub ${method}`, error)
      return { kind: 'bug', message: String(error) }
    }
  }

  function forward(callId: string): void {
    const call = waiting.get(callId)
    if (call === undefined || core !== undefined) return
    call.heard.abort()
    call.heard = new AbortController()
    wire.post({ kind: 'call', callId, method: call.method, args: call.args })
    void stealWhenUnheard(callId, call.heard.signal)
  }

  async function stealWhenUnheard(callId: string, heard: AbortSignal): Promise<void> {
    await clock.sleep(FROZEN_AFTER_MS, AbortSignal.any([heard, stopped.signal]))
    if (waiting.has(callId) && !heard.aborted) steal()
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
    dropOldCalls()
    for (const callId of waiting.keys()) forward(callId)
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
    else if (message.kind === 'ack' && message.to === nodeId) waiting.get(message.callId)?.heard.abort()
    else if (message.kind === 'answer' && message.to === nodeId) {
      const call = waiting.get(message.callId)
      // An older owner that can't understand this build is about to yield to it, and then the call is served here.
      const isOvertaking = message.outcome.kind === 'outdated' && message.build < build
      if (call === undefined || isOvertaking) return
      waiting.delete(message.callId)
      if (message.outcome.kind === 'value') call.resolve(message.outcome.value)
      else call.reject(toError(message.outcome))
    }
  })
  void campaign()
  wire.post({ kind: 'who' })

  return {
    call(method, args) {
      const callId = crypto.randomUUID()
      return new Promise((resolve, reject) => {
        const call = {
          method,
          args,
          resolve: resolve as (value: unknown) => void,
          reject,
          askedAtMs: clock.nowMs(),
          heard: new AbortController(),
        }
        waiting.set(callId, call)
        if (core === undefined) forward(callId)
        else void serve(core, callId, call)
      }) as ReturnType<HubCommands[typeof method]>
    },
    wake: () => core?.wake(),
    async stop() {
      stopped.abort()
      release()
      await core?.stop()
    },
  }
}

function toError(outcome: Exclude<CallOutcome, { kind: 'value' }>): Error {
  return outcome.kind === 'outdated' ? new HubOutdated('The hub is newer than this page.') : new Error(outcome.message)
}
