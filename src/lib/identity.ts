import type { Identity } from '#shared/storage/hub-records.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { identityRecord } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE, IDENTITY_KEY } from '#shared/storage/keys.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { readLocal, writeLocal } from './local-values.ts'
import { nextIdentity } from './next-identity.ts'
import { isUserToken, makeUserToken } from './user-token.ts'

const TOKEN_NAME = 'user_token'
const BUSINESS_NAME = 'business_user_id'
const INSTANCE_NAME = 'app_instance_id'
const IDENTITY_LOCK = 'identity'

let current: Identity = identityRecord.fallback()
let hasNewToken = false

export function currentIdentity(): Identity {
  return current
}

let ready: Promise<Identity> | undefined

/** Who this browser is, found or made at the first call, and written down before it is told. */
export function identityReady(): Promise<Identity> {
  ready ??= establishIdentity().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  return ready
}

/** Another tab has changed who this browser is: its cookies and records say it. */
export function rereadIdentity(): Promise<Identity> {
  ready = undefined
  return identityReady()
}

/** The token was made by this page, so no server can know it yet. */
export async function isNewVisitor(): Promise<boolean> {
  await identityReady()
  return hasNewToken
}

/** One tab at a time, so that all tabs agree. */
async function establishIdentity(): Promise<Identity> {
  current = await navigator.locks.request(IDENTITY_LOCK, async () => {
    const records = openRecords(HUB_DATABASE)
    const stored = await records.read(IDENTITY_KEY, identityRecord)
    const next = nextIdentity(stored, readFacts())
    if (next !== stored) await records.write(IDENTITY_KEY, identityRecord, next)
    return next
  })
  return current
}

function readFacts(): Omit<Identity, 'epoch'> {
  return {
    userToken: keptToken(),
    appInstanceId: keptInstanceId(),
    businessUserId: readCookie(BUSINESS_NAME) ?? '',
    deviceSize: `${screen.width}x${screen.height}`,
    language: 'en',
    appVersion: __APP_VERSION__,
  }
}

function keptToken(): string {
  const known = [readCookie(TOKEN_NAME), readLocal(TOKEN_NAME)].find(isUserToken)
  hasNewToken = known === undefined
  const token = known ?? makeUserToken((length) => crypto.getRandomValues(new Uint8Array(length)))
  writeCookie(TOKEN_NAME, token)
  writeLocal(TOKEN_NAME, token)
  return token
}

function keptInstanceId(): string {
  const id = readLocal(INSTANCE_NAME) ?? crypto.randomUUID()
  writeLocal(INSTANCE_NAME, id)
  return id
}
