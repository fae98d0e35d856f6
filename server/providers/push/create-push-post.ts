import webpush from 'web-push'
import type { PublicDeps } from '#server/providers/net/open-public.ts'
import { ForbiddenAddress, openPublic } from '#server/providers/net/open-public.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface PushMessage {
  readonly payload: string
  /** Of several messages with the same one only the newest is kept while the browser is away. */
  readonly topic: string
  readonly ttlSeconds: number
}

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Gives the status that the push service answered; throws `ForbiddenAddress` for a target that can never be served. */
export type PushPost = (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<number>

/** Encrypts a message for one browser, signs it and brings it to that browser's push service. */
export function createPushPost(keys: VapidKeys, subject: string, network: PublicDeps): PushPost {
  const vapidDetails = { ...keys, subject }
  return async ({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds }, signal) => {
    const { headers, body } = encrypt({ endpoint, keys: { p256dh, auth } }, payload, { vapidDetails, topic, TTL: ttlSeconds })
    const answer = await openPublic(endpoint, network, signal, { headers, body })
    answer.resume()
    return answer.statusCode ?? 0
  }
}

function encrypt(...[subscription, payload, options]: Parameters<typeof webpush.generateRequestDetails>) {
  try {
    const { headers, body } = webpush.generateRequestDetails(subscription, payload, options)
    return { headers, body: body ?? Buffer.alloc(0) }
  } catch {
    throw new ForbiddenAddress('nothing can be encrypted for it')
  }
}
