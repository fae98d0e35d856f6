import { z } from 'zod'
import type { EngineWebhook } from '../engine.ts'
import { createWebhookWindow } from '../remote/webhook-window.ts'
import type { ReplicatePackage } from './replicate-provider.ts'

const eventSchema = z.object({ id: z.string().regex(/^[\w-]{6,100}$/) })

interface ReplicateWebhookDeps {
  readonly secret: string
  readonly validate: ReplicatePackage['validateWebhook']
  readonly nowMs: () => number
}

/**
 * Replicate's webhooks for finished predictions, signed by the rules of standard-webhooks; they only trigger an immediate status request.
 * Required: its signature, made within the window, not seen before. The package checks the signature alone.
 */
export function createReplicateWebhook({ secret, validate, nowMs }: ReplicateWebhookDeps): EngineWebhook {
  const window = createWebhookWindow(nowMs)
  return async (headers, body) => {
    const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`) ?? '')
    if (!window.admits(timestamp, id)) return null
    const text = Buffer.from(body).toString('utf8')
    const isSigned = await validate({ id, timestamp, signature, body: text, secret }).catch(() => false)
    if (!isSigned) return null
    window.remember(id)
    return readEvent(text)
  }
}

function readEvent(text: string): string | null {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data?.id ?? null
  } catch {
    return null
  }
}
