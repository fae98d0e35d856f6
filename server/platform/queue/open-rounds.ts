import type PgBoss from 'pg-boss'

const POLL_SECONDS = 30
/** A round whose process was killed is begun anew after this time. */
const EXPIRE_SECONDS = 10 * 60

interface RoundsDeps {
  readonly boss: PgBoss
  readonly name: string
  readonly everyMs: number
  readonly round: () => Promise<void>
  readonly onError: (error: unknown) => void
}

export interface Rounds {
  stop(): Promise<void>
}

export async function createRoundQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, { name, policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS })
}

/**
 * Has `round` run every so often by one of all processes: a job waits in the database, at most one at a time, and whoever takes it does the
 * round. What is due stands in rows of its own, so that a round that never comes is made good by the next. It must not reject.
 */
export async function openRounds({ boss, name, everyMs, round, onError }: RoundsDeps): Promise<Rounds> {
  let running: Promise<void> = Promise.resolve()
  await createRoundQueue(boss, name)
  const workerId = await boss.work(name, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, () => {
    running = round()
    return running
  })
  const ask = () =>
    void boss
      .send(name, {}, { singletonKey: name })
      .then(() => boss.notifyWorker(workerId))
      .catch(onError)
  ask()
  const timer = setInterval(ask, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await boss.offWork(name)
      await running
    },
  }
}
