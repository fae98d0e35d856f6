import { type Database, type OpenedDatabase, type Transaction, defineStatement, sql } from '../database/database.ts'

const CHANNEL = 'kinora'

/** Signals between the processes of one database. */
type Topic = 'generation' | 'cancelled' | 'engine-news' | 'engines' | 'mail' | 'push'

export interface Signals {
  /** The listener receives the subject; '' if signals may be lost, so it must check for due work. */
  on(topic: Topic, listener: (subject: string) => void): void
  stop(): Promise<void>
}

/** Reaches every process, including the sender's, after the commit. `subject` is a task id, or a request id at a service. */
export async function signal(tx: Database | Transaction, topic: Topic, subject = ''): Promise<void> {
  await notify(tx, { payload: `${topic} ${subject}` })
}

const notify = defineStatement<unknown, { payload: string }>('signal', (value) => sql`select pg_notify(${CHANNEL}, ${value('payload')})`)

/** A signal only saves time: a receiver reads due work from the database, and also polls it without signals. */
export async function openSignals({ listen }: Pick<OpenedDatabase, 'listen'>): Promise<Signals> {
  const listeners = new Map<string, ((subject: string) => void)[]>()
  const tell = (topic: string, subject: string) => {
    for (const listener of listeners.get(topic) ?? []) listener(subject)
  }
  const stop = await listen(CHANNEL, {
    onPayload(payload) {
      const end = payload.indexOf(' ')
      tell(payload.slice(0, end), payload.slice(end + 1))
    },
    onGap: () => [...listeners.keys()].forEach((topic) => tell(topic, '')),
  })
  return {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    stop,
  }
}
