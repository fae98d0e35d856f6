import type { EngineWebhook } from '#server/motion/engine.ts'
import { type KeyObject, createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { callRemote } from '../remote/call-remote.ts'
import { createWebhookWindow } from '../remote/wakeups.ts'
import { neverAborted } from '#shared/never-aborted.ts'

/** How long fal's keys are cached, and the minimum interval of early refetches when none matches, in ms. */
const KEYS_RETENTION_MS = 60 * 60 * 1000
const KEYS_REFETCH_MS = 60_000
const SIGNATURE_HEX = /^[0-9a-f]{128}$/i
const WORK_ID = /^[\w-]{1,64}$/

const jwksSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

interface FalWebhookDeps {
  readonly jwksUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
}

/**
 * Checks fal's webhooks for finished work; they only trigger an immediate status request. A webhook needs fal's signature, a time within
 * the window, and must be new. Cheap checks run before a key is fetched. The work may belong to another process.
 */
export function createFalWebhook({ jwksUrl, fetch, nowMs }: FalWebhookDeps): EngineWebhook {
  const getKeys = createKeySource(jwksUrl, fetch, nowMs)
  const window = createWebhookWindow(nowMs)

  return async (headers, body) => {
    const [requestId = '', userId = '', timestamp = '', signature = ''] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
      (name) => headers.get(`x-fal-webhook-${name}`) ?? '',
    )
    if (!SIGNATURE_HEX.test(signature) || !window.admits(timestamp, signature) || !WORK_ID.test(requestId)) return null
    const message = Buffer.from([requestId, userId, timestamp, createHash('sha256').update(body).digest('hex')].join('\n'))
    if (!(await isSigned(getKeys, message, Buffer.from(signature, 'hex')))) return null
    window.remember(signature)
    return requestId
  }
}

async function isSigned(getKeys: KeySource, message: Buffer, signature: Buffer): Promise<boolean> {
  const isValidFor = (keys: readonly KeyObject[]) => keys.some((key) => verify(null, message, key, signature))
  const cachedKeys = await getKeys('known')
  return isValidFor(cachedKeys) || isValidFor(await getKeys('new'))
}

type KeySource = (freshness: 'known' | 'new') => Promise<readonly KeyObject[]>

/** fal's keys: fetched on demand, cached, and refetched early at a limited rate. */
function createKeySource(jwksUrl: string, fetch: typeof globalThis.fetch, nowMs: () => number): KeySource {
  let keys: readonly KeyObject[] = []
  let fetchedMs = -Infinity
  return async (freshness) => {
    if (nowMs() - fetchedMs < (freshness === 'known' ? KEYS_RETENTION_MS : KEYS_REFETCH_MS)) return keys
    fetchedMs = nowMs()
    const answer = await callRemote(fetch, jwksUrl, { method: 'GET' }, neverAborted()).catch(() => undefined)
    const jwks = jwksSchema.safeParse(answer?.body).data
    if (jwks !== undefined) keys = jwks.keys.flatMap(toKey)
    return keys
  }
}

function toKey(jwk: Readonly<Record<string, unknown>>): readonly KeyObject[] {
  if (jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519') return []
  try {
    return [createPublicKey({ key: jwk, format: 'jwk' })]
  } catch {
    return []
  }
}
