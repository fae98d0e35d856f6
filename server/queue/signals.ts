import { type Database, type OpenedDatabase, type Transaction, defineStatement, sql } from '../database/database.ts'

const CHANNEL = 'kinora'

/** Signals between the processes of one database. */
type Topic = 'generation' | 'cancelled' | 'engine-news' | 'engines' | 'mail' | 'push'

export interface Signals {
  /** `listener` receives the subject of each signal. If signals may have been lost it receives '' and must check for all due work. */
  on(topic: Topic, listener: (subject: string) => void): void
  stop(): Promise<void>
}

/**
 * Sends a signal to every process, including this one, when the transaction commits. `subject`: a task id, an engine's name, or the id of
 * remote work; '' makes the receiver check all due work.
 */
export async function signal(tx: Database | Transaction, topic: Topic, subject = ''): Promise<void> {
  await notify(tx, { payload: `${topic} ${subject}` })
}

const notify = defineStatement<unknown, { payload: string }>('signal', (value) => sql`select pg_notify(${CHANNEL}, ${value('payload')})`)

/**
 * Receives the signals of all processes. A signal only saves time: the receiver reads due work from the database, and polls it without
 * signals too.
 */
export async function openSignals({ listen }: Pick<OpenedDatabase, 'listen'>): Promise<Signals> {
  const listeners = new Map<string, ((subject: string) => void)[]>()
  const callListeners = (topic: string, subject: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(subject)
  }
  const stop = await listen(CHANNEL, {
    onPayload(payload) {
      const topicEnd = payload.indexOf(' ')
      callListeners(payload.slice(0, topicEnd), payload.slice(topicEnd + 1))
    },
    onGap: () => [...listeners.keys()].forEach((topic) => callListeners(topic, '')),
  })
  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    stop,
  }
}
