import type { Transaction } from '#server/database/database.ts'
import type { Context } from '#server/services/context/context.ts'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { session } from '#server/database/account-schema.ts'
import { rememberCaller } from '#server/services/context/known-callers.ts'
import { makeId } from '#server/services/context/make-id.ts'
import { sha256 } from '#server/services/context/sha256.ts'

const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const TOKEN_BYTES = 32

/** A new session for an account, in place of the one the browser had. Gives its token: for the cookie, once the transaction stands. */
export async function openSession(tx: Transaction, ctx: Pick<Context, 'caller' | 'secret' | 'nowMs'>, accountId: string): Promise<string> {
  const { sessionToken, userAgent } = ctx.caller
  if (sessionToken !== '') await tx.delete(session).where(eq(session.tokenSha256, sha256(sessionToken)))
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const nowMs = ctx.nowMs()
  await tx.insert(session).values({
    id: makeId(),
    tokenSha256: sha256(token),
    accountId,
    device: deviceName(userAgent),
    createdAtMs: nowMs,
    seenAtMs: nowMs,
  })
  await rememberCaller(tx, ctx, accountId)
  return token
}

/** Browser and system by the name a person knows, as far as the user agent tells; '' when it tells nothing. */
function deviceName(userAgent: string): string {
  return [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter((name) => name !== '').join(', ')
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
}
