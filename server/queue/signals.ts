import { type Database, type OpenedDatabase, type Transaction, defineStatement, sql } from '../database/database.ts'

const CHANNEL = 'kinora'

/** What the processes of one database tell each other. */
type Topic = 'generation' | 'cancelled' | 'engine-news' | 'engines' | 'mail' | 'push'

export interface Signals {
  /** `hear` gets the subject; '' where signals may have been missed, so that what is due has to be looked for. */
  on(topic: Topic, hear: (subject: string) => void): void
  stop(): Promise<void>
}

/** Reaches every process, the sender's too, once the transaction is committed. `subject` names a task, or a request at a service. */
export async function signal(tx: Database | Transaction, topic: Topic, subject = ''): Promise<void> {
  await notify(tx, { payload: `${topic} ${subject}` })
}

const notify = defineStatement<unknown, { payload: string }>('signal', (value) => sql`select pg_notify(${CHANNEL}, ${value('payload')})`)

/** A signal only saves time: whoever hears one finds what is due in the database, and looks there now and then without one. */
export async function openSignals({ listen }: Pick<OpenedDatabase, 'listen'>): Promise<Signals> {
  const hearers = new Map<string, ((subject: string) => void)[]>()
  const tell = (topic: string, subject: string) => {
    for (const hear of hearers.get(topic) ?? []) hear(subject)
  }
  const stop = await listen(CHANNEL, {
    onPayload(payload) {
      const end = payload.indexOf(' ')
      tell(payload.slice(0, end), payload.slice(end + 1))
    },
    onGap: () => [...hearers.keys()].forEach((topic) => tell(topic, '')),
  })
  return {
    on: (topic, hear) => void hearers.set(topic, [...(hearers.get(topic) ?? []), hear]),
    stop,
  }
}
