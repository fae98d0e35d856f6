import type { Database } from '#server/database/database.ts'
import type { Logger } from '#server/telemetry/log.ts'
import type { Signals } from '#server/queue/signals.ts'
import type { Delivery } from '#server/net/deliver-due.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { type PublicDeps, findPublic } from '#server/net/open-public.ts'
import type { ServiceConfig } from '#server/verbs/services.ts'
import type { PushConfig } from './push-config.ts'
import { createPushPost, deliverPush, vapidKeys } from './deliver-push.ts'

export interface PushSender {
  /** The public key for subscriptions. */
  readonly publicKey: string
  /** Whether an address may receive messages: https, and only public hosts. */
  isPublic(endpoint: string): Promise<boolean>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly push: PushSender
  }
}

interface Deps {
  readonly db: Database
  readonly config: PushConfig & Pick<ServiceConfig, 'origins'>
  readonly network: PublicDeps
  readonly nowMs: () => number
  readonly log: Logger
  readonly tracing: Tracing
  readonly onTried: (outcome: string) => void
  readonly signals: Pick<Signals, 'on'>
  /** False if another process sends the messages that this process queues. */
  readonly isDelivering: boolean
}

/** The contact of a site without a public address. Push services require one; other sites use their address. */
const LOCAL_SUBJECT = 'mailto:no-reply@localhost'

export async function openPush({
  db,
  config,
  network,
  nowMs,
  log,
  tracing,
  onTried,
  signals,
  isDelivering,
}: Deps): Promise<PushSender & Pick<Delivery, 'stop'>> {
  const keys = await vapidKeys(db, config.vapid)
  const origin = config.origins[0] ?? ''
  const subject = origin.startsWith('https:') && !origin.includes('//localhost') ? origin : LOCAL_SUBJECT
  const delivery = isDelivering ? deliverPush({ db, post: createPushPost(keys, subject, network), nowMs, log, tracing, onTried }) : null
  if (delivery !== null) signals.on('push', delivery.wake)
  return {
    stop: async () => delivery?.stop(),
    publicKey: keys.publicKey,
    isPublic: (endpoint) =>
      findPublic(endpoint, network).then(
        () => true,
        () => false,
      ),
  }
}
