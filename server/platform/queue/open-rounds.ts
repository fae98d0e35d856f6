import type PgBoss from 'pg-boss'
import type { Tracing } from '../telemetry/tracing.ts'

const POLL_SECONDS = 30
/** When a round of a killed process is started again. */
const EXPIRE_SECONDS = 10 * 60

interface RoundsDeps {
  readonly boss: PgBoss
  readonly name: string
  readonly everyMs: number
  /** Asks at once, not only after a period. */
  readonly isDueAtStart?: boolean
  /** What it returns is kept with the job. */
  readonly round: () => Promise<object | void>
  readonly tracing: Tracing
  readonly onError: (error: unknown) => void
}

export interface Rounds {
  stop(): Promise<void>
}

/** One job of it runs at a time. */
export async function createRoundQueue(boss: PgBoss, name: string): Promise<void> {
  const options = { name, policy: 'singleton', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS } as const
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

/**
 * Runs `round` once a period, by one of all processes: every process asks for it, the database takes one job for each period of its clock,
 * and whichever process takes the job runs the round. Due times are in rows, so that a missed round is made up by the next. `round` must not reject.
 */
export async function openRounds({ boss, name, everyMs, isDueAtStart = true, round, tracing, onError }: RoundsDeps): Promise<Rounds> {
  let running: Promise<object | void> = Promise.resolve()
  const workerId = await boss.work(name, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, () => {
    running = tracing.span({ kind: 'work', name: `round ${name}` }, round)
    return running
  })
  const ask = () =>
    void boss
      .send(name, {}, { singletonKey: name, singletonSeconds: everyMs / 1000 })
      .then(() => boss.notifyWorker(workerId))
      .catch(onError)
  if (isDueAtStart) ask()
  const timer = setInterval(ask, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await boss.offWork(name)
      await running
    },
  }
}
