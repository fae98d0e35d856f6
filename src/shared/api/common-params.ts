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
/** Marks an answer from the service worker's cache. */
export const CACHED_HEADER = 'x-kept'
export const APP_PACKAGE = 'app.kinora.web'
