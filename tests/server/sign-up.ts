import type { TestServer } from '../fixtures/start-test-server.ts'
import { randomInt } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { mail } from '#server/database/account-schema.ts'
import { type LoggedIn, CODE_TYPES, completeSignup, sendResetCode, sendVerificationCode, verifyEmailCode } from '#shared/api/auth.ts'
import { type ClientOptions, type TestClient, createTestClient } from './client.ts'

export const PASSWORD = 'a calm long password'

type Server = Pick<TestServer, 'app' | 'database'>

export interface SignUpOptions extends ClientOptions {
  readonly password?: string
  readonly firstName?: string
  readonly lastName?: string
  /** The client of the visitor who signs up, with data to move to the account; by default a new browser. */
  readonly visitor?: TestClient
}

export interface SignedUp extends LoggedIn {
  /** A client for the same browser after the sign-up: its cookies, a new user token, the account's id as business user id. */
  readonly client: TestClient
  readonly id: string
  readonly email: string
  readonly password: string
}

/** Creates an account with the calls of the sign-up screens: code, proof, names and password. */
export async function signUp(server: Server, email: string, options: SignUpOptions = {}): Promise<SignedUp> {
  const { visitor, password = PASSWORD, firstName = 'Ann', lastName = 'Onymous', ...clientOptions } = options
  const browser = visitor ?? createTestClient(server, clientOptions)
  const registrationToken = await proveSignUp(server, email, clientOptions)
  const loggedIn = await browser.get(completeSignup, { registrationToken, firstName, lastName, password })
  const { id } = loggedIn.userInfo
  return { ...loggedIn, id, email, password, client: accountClient(server, browser, id, clientOptions) }
}

/** Returns the client of a browser in which the account `id` has just logged in. */
export function accountClient(server: Server, browser: TestClient, id: string, options: ClientOptions = {}): TestClient {
  const { token: _, ...rest } = options
  return createTestClient(server, { ...rest, jar: browser.jar, businessUserId: id })
}

/** Proves an email address, and returns the token for the registration. */
export async function proveSignUp(server: Server, email: string, options: ClientOptions = {}): Promise<string> {
  const newBrowser = createTestClient(server, { ...options, address: someAddress() })
  await newBrowser.get(sendVerificationCode, { email })
  const code = await latestCode(server, email)
  const { registrationToken = '' } = await newBrowser.get(verifyEmailCode, { email, code, type: CODE_TYPES.signUp })
  return registrationToken
}

/** Proves an email address, and returns the token for a new password. */
export async function proveReset(server: Server, email: string, options: ClientOptions = {}): Promise<string> {
  const newBrowser = createTestClient(server, { ...options, address: someAddress() })
  await newBrowser.get(sendResetCode, { email })
  const code = await latestCode(server, email, 'Your Kinora password reset code')
  const { token = '' } = await newBrowser.get(verifyEmailCode, { email, code, type: CODE_TYPES.reset })
  return token
}

/** Returns the code in the latest mail to an email address with this subject. */
export async function latestCode(
  server: Pick<TestServer, 'database'>,
  email: string,
  subject = 'Your Kinora sign-up code',
): Promise<string> {
  const isCodeMail = and(eq(mail.recipient, email), eq(mail.subject, subject))
  const [latestMail] = await server.database.db.select().from(mail).where(isCodeMail).orderBy(desc(mail.createdAtMs)).limit(1)
  const code = /^\d{6}$/m.exec(latestMail?.body ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was sent to ${email}`)
  return code
}

/** Returns the first lines of the mails about changes of an account's security, newest first. */
export async function noticesTo({ database }: Pick<TestServer, 'database'>, email: string): Promise<string[]> {
  const isNotice = and(eq(mail.recipient, email), eq(mail.subject, 'A change to your Kinora account'))
  const rows = await database.db.select({ body: mail.body }).from(mail).where(isNotice).orderBy(desc(mail.createdAtMs))
  return rows.map(({ body }) => body.split('\n', 1)[0] ?? '')
}

/** Returns a random IP address for each call, so that limits per IP address do not apply. */
export function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
