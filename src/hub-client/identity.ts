import { USER_TOKEN_LIFETIME_S } from '#shared/domain/account-rules.ts'
import { withLock } from '#shared/browser/locks.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import type { IdentityChange } from '#shared/contract/hub-contract.ts'
import { isUserToken, makeUserToken } from '#shared/domain/user-token.ts'
import { type Identity, identityRecord } from '#shared/storage/hub-records.ts'
import { HUB_DATABASE, IDENTITY_KEY } from '#shared/storage/records.ts'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readCookie, BUSINESS_ID_KEY, storedBusinessUserId } from '../store/cookies.ts'
import { hub } from './hub-client.ts'
import { readLocal, removeLocal, writeLocal } from '../store/local-values.ts'

const { userToken: TOKEN_NAME, appInstanceId: INSTANCE_NAME } = LOCAL_KEYS
const IDENTITY_LOCK = 'identity'

type IdentityFacts = Omit<Identity, 'epoch'>

let currentRecord: Identity = identityRecord.fallback()
let hasNewToken = false
let identityReading: Promise<Identity> | undefined

export function currentIdentity(): Identity {
  return currentRecord
}

/** The identity of this browser. The first call reads or creates it, and stores it before it returns. */
export function identityReady(): Promise<Identity> {
  identityReading ??= establishIdentity().catch((error: unknown) => {
    identityReading = undefined
    throw error
  })
  return identityReading
}

/** Reads the identity again from cookies and records, after this tab or another tab has changed it. */
export function rereadIdentity(): Promise<Identity> {
  identityReading = undefined
  return identityReady()
}

/** Whether this page has created the visitor's token, which the server then does not know yet. */
export async function isNewVisitor(): Promise<boolean> {
  await identityReady()
  return hasNewToken
}

/**
 * The next identity, and what happens to the records of the previous one. `hasNewToken`: the identity gets a new token, for example after a
 * login, which makes the visitor's token invalid.
 */
export interface NextIdentity {
  readonly businessUserId: string
  readonly hasNewToken: boolean
  readonly change: IdentityChange
}

/** Changes the identity of this browser in the hub and all tabs. False if nothing changed. Rejects if the hub is unreachable. */
export async function changeIdentity(
  chooseNext: (now: Pick<Identity, 'businessUserId' | 'userToken'>) => NextIdentity | null,
): Promise<boolean> {
  return changeStoredIdentity(chooseNext, async (next, change) => {
    const answer = await hub.api.changeIdentity(next, change)
    if (!answer.ok) throw new Error(`The identity change was not stored: ${answer.error.code}`)
  })
}

/** Moves or deletes the records of the previous identity and stores the next one. Rejects on failure. */
type ChangeRecords = (next: IdentityFacts, change: IdentityChange) => Promise<void>

/**
 * Changes the identity, one tab at a time: first the records, then the cookies. If the tab crashes in between, the old cookies
 * remain, and the next account check corrects them. In the other order, unsent work would lose its owner.
 */
export async function changeStoredIdentity(
  chooseNext: (now: IdentityFacts) => NextIdentity | null,
  changeRecords: ChangeRecords,
): Promise<boolean> {
  const hasChanged = await withLock(IDENTITY_LOCK, async () => {
    const currentFacts = readFacts()
    const next = chooseNext(currentFacts)
    if (next === null) return false
    const userToken = next.hasNewToken ? makeToken() : currentFacts.userToken
    await changeRecords({ ...currentFacts, userToken, businessUserId: next.businessUserId }, next.change)
    storeToken(userToken)
    storeBusinessUserId(next.businessUserId)
    return true
  })
  await rereadIdentity()
  return hasChanged
}

/** Reads or creates the identity, one tab at a time, so that all tabs have the same one. */
async function establishIdentity(): Promise<Identity> {
  currentRecord = await withLock(IDENTITY_LOCK, async () => {
    const records = openRecords(HUB_DATABASE)
    const stored = await records.read(IDENTITY_KEY, identityRecord)
    const next = nextIdentity(stored, readFacts())
    if (next !== stored) await records.write(IDENTITY_KEY, identityRecord, next)
    return next
  })
  return currentRecord
}

function readFacts(): IdentityFacts {
  return {
    userToken: ensureToken(),
    appInstanceId: ensureInstanceId(),
    businessUserId: storedBusinessUserId(),
    deviceSize: `${screen.width}x${screen.height}`,
    language: 'en',
    appVersion: __APP_VERSION__,
  }
}

function ensureToken(): string {
  const storedToken = [readCookie(TOKEN_NAME) ?? '', readLocal(TOKEN_NAME) ?? ''].find(isUserToken)
  hasNewToken = storedToken === undefined
  const token = storedToken ?? makeToken()
  storeToken(token)
  return token
}

function makeToken(): string {
  return makeUserToken((length) => crypto.getRandomValues(new Uint8Array(length)))
}

/** Stores the token. An equal cookie is not written again: it may be the server's, and Safari deletes a script's cookie after 7 days. */
function storeToken(token: string): void {
  if (readCookie(TOKEN_NAME) !== token) writeCookie(TOKEN_NAME, token)
  writeLocal(TOKEN_NAME, token)
}

function storeBusinessUserId(id: string): void {
  if (id === '') {
    removeCookie(BUSINESS_ID_KEY)
    removeLocal(BUSINESS_ID_KEY)
  } else {
    writeCookie(BUSINESS_ID_KEY, id)
    writeLocal(BUSINESS_ID_KEY, id)
  }
}

function ensureInstanceId(): string {
  const id = readLocal(INSTANCE_NAME) ?? crypto.randomUUID()
  writeLocal(INSTANCE_NAME, id)
  return id
}

/** The record to store: the stored one if no fact has changed, else the new facts with a higher epoch. */
export function nextIdentity(stored: Identity | undefined, facts: IdentityFacts): Identity {
  if (stored === undefined) return { ...facts, epoch: 1 }
  const names = Object.keys(facts) as (keyof typeof facts)[]
  return names.every((name) => stored[name] === facts[name]) ? stored : { ...facts, epoch: stored.epoch + 1 }
}

function writeCookie(name: string, value: string): void {
  document.cookie = cookieText(name, value, location.protocol === 'https:')
}

function removeCookie(name: string): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}

export function cookieText(name: string, value: string, isHttps: boolean): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${USER_TOKEN_LIFETIME_S}; SameSite=Lax${isHttps ? '; Secure' : ''}`
}
