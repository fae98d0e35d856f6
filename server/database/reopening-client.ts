import type { PGlite } from '@electric-sql/pglite'
import type { DatabasePaused, Listener, OpenedDatabase } from './database.ts'

/** The interval of the check whether files can be written, and the first wait before the database is opened again, in ms. */
const CHECK_MS = 1000
/** Each failed try doubles the wait, up to this many ms: a try blocks the main thread for about a second. */
const LONGEST_WAIT_MS = 30_000

/** An opened instance, with a function that stops it from outside. */
export interface Instance {
  readonly client: PGlite
  stop(cause: Error): void
}

export interface ReopeningDeps {
  /** Opens the database, with crash recovery if needed. `onStop` reports the end of the instance. */
  readonly open: (onStop: (pause: DatabasePaused) => void) => Promise<Instance>
  /** Returns the error if the files cannot be written now; undefined if they can. */
  readonly findUnwritable: () => Error | undefined
  readonly onPause: (pause: DatabasePaused) => void
  readonly onResume: () => void
}

export interface ReopeningClient extends Pick<OpenedDatabase, 'listen' | 'close'> {
  /** A client that forwards calls to the open instance. While no instance is open, each call rejects with `DatabasePaused`. */
  readonly client: PGlite
}

/**
 * open -> paused -> open, until it is closed. An instance whose files refuse a write is never used again. A new instance opens the same
 * files once they can be written, like after a power cut: commits are present, open transactions are rolled back.
 */
export async function openReopening({ open, findUnwritable, onPause, onResume }: ReopeningDeps): Promise<ReopeningClient> {
  let pause: DatabasePaused | undefined
  let isClosed = false
  let waitMs = CHECK_MS
  let runningReopen: Promise<void> = Promise.resolve()
  let retryTimer: NodeJS.Timeout | undefined
  const listeners = new Set<{ readonly channel: string; readonly listener: Listener; unlisten: () => Promise<void> }>()

  const onStop = (newPause: DatabasePaused) => {
    if (pause !== undefined || isClosed) return
    pause = newPause
    onPause(newPause)
    waitMs = CHECK_MS
    tryLater()
  }
  let isOpen = false
  // A failure before the first instance is open makes `openReopening` reject.
  let instance = await open((newPause) => {
    if (isOpen) onStop(newPause)
  })
  isOpen = true

  function tryLater(): void {
    retryTimer = setTimeout(() => {
      runningReopen = reopen()
    }, waitMs)
  }

  async function reopen(): Promise<void> {
    if (findUnwritable() !== undefined) return tryLater()
    let earlyPause: DatabasePaused | undefined
    let newInstance: Instance | undefined
    let isInUse = false
    try {
      newInstance = await open((newPause) => {
        earlyPause = newPause
        if (isInUse) onStop(newPause)
      })
      for (const entry of listeners) entry.unlisten = await newInstance.client.listen(entry.channel, entry.listener.onPayload)
      if (earlyPause !== undefined) throw earlyPause
      instance = newInstance
      isInUse = true
    } catch (error) {
      // Stops the new instance: two instances on the same files would damage them.
      newInstance?.stop(error instanceof Error ? error : new Error(String(error)))
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
      if (!isClosed) tryLater()
      return
    }
    pause = undefined
    onResume()
    for (const { listener } of listeners) listener.onGap()
  }

  const checkTimer = setInterval(() => {
    const writeError = pause === undefined ? findUnwritable() : undefined
    if (writeError !== undefined) instance.stop(writeError)
  }, CHECK_MS)
  checkTimer.unref()

  return {
    client: new Proxy(instance.client, {
      get(_, name) {
        const { client } = instance
        const value: unknown = Reflect.get(client, name, client)
        if (typeof value !== 'function') return value
        const currentPause = pause
        return currentPause === undefined ? value.bind(client) : () => Promise.reject(currentPause)
      },
    }),
    async listen(channel, listener) {
      if (pause !== undefined) throw pause
      const entry = { channel, listener, unlisten: await instance.client.listen(channel, listener.onPayload) }
      listeners.add(entry)
      return async () => {
        listeners.delete(entry)
        if (pause === undefined) await entry.unlisten()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearInterval(checkTimer)
      await runningReopen
      if (pause === undefined) await instance.client.close()
    },
  }
}
