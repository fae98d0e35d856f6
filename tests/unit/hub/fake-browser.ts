import type { LockOptions } from '#shared/browser/locks.ts'
import type { HubWire, WireMessage } from '#workers/hub/runtime/hub-wire.ts'
import type { Clock } from '#shared/clock.ts'
import { PROTOCOL_VERSION } from '#shared/contract/protocol-version.ts'

interface LockHolder {
  readonly nodeId: string
  readonly onStolen: (error: unknown) => void
}
interface QueuedRequest extends LockHolder {
  readonly grant: () => void
}

/** One browser: a lock that can be stolen, a channel for messages, and nodes (tabs or workers) that can freeze, thaw and die. */
export function createFakeBrowser() {
  let holder: LockHolder | undefined
  let queue: QueuedRequest[] = []
  const listeners = new Map<string, (message: WireMessage) => void>()
  const tabClosings = new Map<string, () => void>()
  const owners: string[] = []

  function grantNext(): void {
    holder = undefined
    const firstRequest = queue.shift()
    if (firstRequest === undefined) return
    holder = firstRequest
    owners.push(firstRequest.nodeId)
    firstRequest.grant()
  }

  function releaseLock(nodeId: string): void {
    queue = queue.filter((request) => request.nodeId !== nodeId)
    if (holder?.nodeId === nodeId) grantNext()
  }

  function requestLock(nodeId: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const ownRequest: QueuedRequest = {
        nodeId,
        onStolen: reject,
        grant() {
          work()
            .then(resolve, reject)
            .finally(() => {
              if (holder === ownRequest) grantNext()
            })
        },
      }
      if ('steal' in options) {
        holder?.onStolen(new DOMException('stolen', 'AbortError'))
        holder = ownRequest
        owners.push(nodeId)
        ownRequest.grant()
        return
      }
      options.signal.addEventListener('abort', () => {
        queue = queue.filter((request) => request !== ownRequest)
        if (holder !== ownRequest) reject(new DOMException('aborted', 'AbortError'))
      })
      if (options.signal.aborted) reject(new DOMException('aborted', 'AbortError'))
      else if (holder === undefined) {
        queue.unshift(ownRequest)
        grantNext()
      } else queue.push(ownRequest)
    })
  }

  function addNode() {
    const id = crypto.randomUUID()
    let thawPromise = Promise.resolve()
    let endFreeze = (): void => undefined
    let isDead = false
    const untilThawed = async (): Promise<void> => {
      await thawPromise
      if (isDead) await new Promise<never>(() => undefined)
    }

    return {
      id,
      untilThawed,
      freeze() {
        thawPromise = new Promise((resolve) => {
          endFreeze = resolve
        })
      },
      thaw: () => endFreeze(),
      die() {
        isDead = true
        listeners.delete(id)
        releaseLock(id)
      },
      /** A frozen node notices the theft of its lock only after its thaw. */
      lock: (options: LockOptions, work: () => Promise<void>) =>
        requestLock(id, options, work).catch(async (error: unknown) => {
          await untilThawed()
          throw error
        }),
      clock: (clock: Clock): Clock => ({
        ...clock,
        sleep: (ms, signal) => clock.sleep(ms, signal).then(untilThawed),
      }),
      wire: (build: number, protocol = PROTOCOL_VERSION): HubWire => ({
        post(body) {
          if (isDead) return
          const message = structuredClone({ ...body, protocol, build, from: id }) as WireMessage
          for (const [to, listener] of listeners) if (to !== id) queueMicrotask(() => listener(message))
        },
        listen: (listener) => void listeners.set(id, (message) => void untilThawed().then(() => listener(message))),
      }),
    }
  }

  return {
    addNode,
    /** The ids of all nodes that ever got the lock, in order. */
    owners,
    tabGone: (tabId: string) => new Promise<void>((resolve) => tabClosings.set(tabId, resolve)),
    closeTab: (tabId: string) => tabClosings.get(tabId)?.(),
  }
}

export type FakeNode = ReturnType<ReturnType<typeof createFakeBrowser>['addNode']>
