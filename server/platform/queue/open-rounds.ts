import type PgBoss from 'pg-boss'

const POLL_SECONDS = 30
/** When a round of a killed process is started again. */
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
 * Runs `round` at an interval, by one of all processes: at most one job waits in the database, and whichever process takes it runs the round. Due
 * times are in rows, so that a missed round is made up by the next. `round` must not reject.
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
