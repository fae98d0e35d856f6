import type PgBoss from 'pg-boss'
import type { CheckoutServer } from '#server/providers/payment/checkout-server.ts'
import type { OrderDeps } from '#server/services/order/order-deps.ts'
import { openRounds } from './open-rounds.ts'
import { payRound } from './payment-round.ts'

export const PAYMENT_ROUNDS = 'payments'
const EVERY_MS = 60_000
/** A message of the sandbox is brought soon. */
const SANDBOX_EVERY_MS = 5000

interface PaymentRoundsDeps {
  readonly boss: PgBoss
  readonly deps: OrderDeps
  readonly checkout: CheckoutServer | null
}

export interface PaymentRounds {
  /** A round at once. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** The regular look at money: once a minute for all processes, and more often at the sandbox, which has no clock of its own. */
export async function openPaymentRounds({ boss, deps, checkout }: PaymentRoundsDeps): Promise<PaymentRounds> {
  const note = (error: unknown) => deps.log.error({ err: error }, 'a round of payments failed')
  const tick = async () => checkout?.tick()
  const round = () => tick().then(() => payRound(deps))
  const rounds = await openRounds({ boss, name: PAYMENT_ROUNDS, everyMs: EVERY_MS, round: () => round().catch(note), onError: note })
  const timer = setInterval(() => void tick().catch(note), SANDBOX_EVERY_MS)
  return {
    round,
    async stop() {
      clearInterval(timer)
      await rounds.stop()
    },
  }
}
