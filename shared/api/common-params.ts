import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Parameters of every call; empty values are omitted. Rule: docs/platform.md, "Common parameters". */
export interface CommonParams {
  readonly deviceSize: string
  readonly language: string
  readonly userToken: string
  readonly appInstanceId: string
  readonly appVersion: string
  readonly appPackage: string
  readonly timestamp: string
  readonly businessUserId: string
}

/** The common parameters that a client knows before it sends a call. */
export type CallerParams = Omit<CommonParams, 'timestamp'>

/** Picks the common parameters from an identity. A stored identity has more fields. */
export function callerParams(identity: Omit<CallerParams, 'appPackage'>): CallerParams {
  const { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId } = identity
  return { deviceSize, language, userToken, appInstanceId, appVersion, businessUserId, appPackage: APP_PACKAGE }
}

/** The request header of each common parameter. */
export const COMMON_HEADERS: Record<keyof CommonParams, string> = {
  deviceSize: 'x-device-size',
  language: 'x-language',
  userToken: 'x-user-token',
  appInstanceId: 'x-app-instance-id',
  appVersion: 'x-app-version',
  appPackage: 'x-app-package',
  timestamp: 'x-timestamp',
  businessUserId: 'x-business-user-id',
}

export const SIGNATURE_HEADER = 'x-sign'
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** The header of an answer from the service worker's cache. */
export const CACHED_HEADER = 'x-kept'
export const APP_PACKAGE = 'app.kinora.web'

/** The key is public, because the bundle contains it. The signature detects accidents and crude bots; it is no security measure. */
export const SIGNATURE_KEY = 'kinora-2026-public'

/** Allowed difference between the signed timestamp and the server's clock, in ms. */
export const SIGNATURE_WINDOW_MS = 5 * 60 * 1000

/**
 * Lowercase MD5 hex over the non-empty parameters, sorted by name, as `k=v` joined by `&`, then `&key=<key>`.
 * Rule: docs/platform.md, "Signature".
 */
export function signParams(params: Readonly<Record<string, string>>, key: string): string {
  return bytesToHex(md5(utf8ToBytes(textToSign(params, key))))
}

/** The text that `signParams` hashes. The server hashes it with the faster MD5 of Node.js. */
export function textToSign(params: Readonly<Record<string, string>>, key: string): string {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
  return [...pairs, `key=${key}`].join('&')
}
