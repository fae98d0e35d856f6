import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rateLimit, session } from '#server/database/account-schema.ts'
import { operatorAct } from '#server/database/operator-schema.ts'
import { sharedSecret } from '#server/verbs/secrets.ts'
import { answerRequests, askRunningServer } from '#server/operator/confirmation-requests.ts'
import { SHELL_OPERATOR, confirmOperatorFactor } from '#server/operator/confirm-factor.ts'
import { logInByEmail, logInBySecondFactor } from '#shared/api/auth.ts'
import { getOpening } from '#shared/api/operator.ts'
import { addPasskey, getPasskeys, logInByPasskey, removePasskey, startPasskey, startPasskeyLogin } from '#shared/api/passkeys.ts'
import { getSecondFactor, startSecondFactor, turnOffSecondFactor, turnOnSecondFactor } from '#shared/api/second-factor.ts'
import { SECOND_FACTOR_STEP_MS } from '#shared/domain/account-rules.ts'
import { OPERATOR_FACTOR_AGE_MS } from '#shared/domain/operator-rules.ts'
import { authenticatorApp } from '../../fixtures/server/authenticator-app.ts'
import { softAuthenticator } from '../../fixtures/server/soft-authenticator.ts'
import { type TestServer, startTestServer } from '../../fixtures/start-test-server.ts'
import { type TestClient, ORIGIN, createTestClient } from '../client.ts'
import { type SignedUp, PASSWORD, accountClient, signUp, someAddress } from '../sign-up.ts'

let nowMs = Date.now()
const clock = { nowMs: () => nowMs }
let server: TestServer
let secret = ''
let personCount = 0
beforeAll(async () => {
  server = await startTestServer({ listen: false, ...clock, config: { origins: [ORIGIN], operatorAccounts: [] } })
  secret = await sharedSecret(server.database.db)
})
afterAll(() => server.close())
beforeEach(() => server.database.db.delete(rateLimit).then(() => undefined))

async function newOperator(): Promise<SignedUp> {
  const person = await signUp(server, `operator-${(personCount += 1)}@example.org`, { ...clock, address: someAddress() })
  server.config.operatorAccounts = [...server.config.operatorAccounts, person.email]
  return person
}

/** Sets up an authenticator app. The returned function advances the clock by one step and returns the app's code. */
async function setUpApp({ client }: Pick<SignedUp, 'client'>) {
  const { secret: key } = await client.get(startSecondFactor, { currentPassword: PASSWORD })
  const nextCode = () => authenticatorApp(key).codeAt((nowMs += SECOND_FACTOR_STEP_MS))
  await client.get(turnOnSecondFactor, { code: nextCode() })
  return nextCode
}

const listNewFactors = async ({ client }: Pick<SignedUp, 'client'>) => (await client.get(getSecondFactor, {})).consoleFactors ?? []
const isConsoleOpen = async (client: TestClient) => (await client.call(getOpening, {})).ok
const confirm = ({ email }: Pick<SignedUp, 'email'>, code = '') =>
  confirmOperatorFactor({ db: server.database.db, secret, ...clock, operatorAccounts: server.config.operatorAccounts }, { email, code })

async function logIn({ email, id }: SignedUp, code: string): Promise<TestClient> {
  const browser = createTestClient(server, { ...clock, address: someAddress() })
  await browser.refusal(logInByEmail, { email, password: PASSWORD })
  await browser.get(logInBySecondFactor, { code })
  return accountClient(server, browser, id, clock)
}

describe('a second factor that is younger than a day', () => {
  it('does not open the console, which answers as to anybody, and its account alone sees a code', async () => {
    const ann = await newOperator()
    const stranger = createTestClient(server, clock)
    expect(await listNewFactors(ann)).toEqual([])
    const nextCode = await setUpApp(ann)
    const setUpAtMs = nowMs
    expect(await ann.client.call(getOpening, {})).toEqual(await stranger.call(getOpening, {}))
    expect(await isConsoleOpen(await logIn(ann, nextCode()))).toBe(false)
    expect(await listNewFactors(ann)).toEqual([
      { name: '', code: expect.stringMatching(/^[2-9A-Z]{8}$/) as string, opensAt: setUpAtMs + OPERATOR_FACTOR_AGE_MS },
    ])
    const bob = await signUp(server, 'bob@example.org', { ...clock, address: someAddress() })
    await setUpApp(bob)
    expect(await listNewFactors(bob)).toEqual([])

    nowMs = setUpAtMs + OPERATOR_FACTOR_AGE_MS - SECOND_FACTOR_STEP_MS - 1
    expect(await isConsoleOpen(await logIn(ann, nextCode()))).toBe(false)
    nowMs = setUpAtMs + OPERATOR_FACTOR_AGE_MS
    expect(await isConsoleOpen(await logIn(ann, nextCode()))).toBe(true)
    expect(await listNewFactors(ann)).toEqual([])
  })

  it('opens it once it is confirmed, which is recorded, and a replacement does not', async () => {
    const ann = await newOperator()
    const nextCode = await setUpApp(ann)
    const [factor] = await listNewFactors(ann)
    expect(await confirm(ann, 'WRONG234')).toMatchObject({ isTrusted: false })
    expect(await confirm({ email: 'nobody@example.org' }, factor?.code)).toMatchObject({ isTrusted: false })
    expect(await isConsoleOpen(ann.client)).toBe(false)
    expect(await confirm(ann, factor?.code)).toEqual({
      isTrusted: true,
      sentence: `Confirmed: the authenticator app of ${ann.email} can now open the operator console.`,
    })
    expect(await isConsoleOpen(ann.client)).toBe(true)
    expect((await confirm(ann, factor?.code)).sentence).toContain('already')
    const { db } = server.database
    expect(await db.select().from(operatorAct).where(eq(operatorAct.subjectId, ann.id))).toMatchObject([
      { act: 'confirm_factor', operatorId: SHELL_OPERATOR, subject: 'account', detail: '{"factor":"app"}' },
    ])

    await ann.client.get(turnOffSecondFactor, { code: nextCode() })
    await setUpApp(ann)
    expect(await isConsoleOpen(ann.client)).toBe(false)
    expect((await listNewFactors(ann)).map((newFactor) => newFactor.code)).not.toContain(factor?.code)
    expect(await confirm(ann, factor?.code)).toMatchObject({ isTrusted: false })
  })

  it('may be a passkey beside an old app, which still opens it', async () => {
    const ann = await newOperator()
    const nextCode = await setUpApp(ann)
    nowMs += OPERATOR_FACTOR_AGE_MS
    const client = await logIn(ann, nextCode())
    const device = softAuthenticator(ORIGIN)
    await client.get(addPasskey, { passkey: device.make(await client.get(startPasskey, { currentPassword: PASSWORD })) })
    const browser = createTestClient(server, { ...clock, address: someAddress() })
    await browser.get(logInByPasskey, { passkey: device.sign(await browser.get(startPasskeyLogin, {})) })
    const passkeyClient = accountClient(server, browser, ann.id, clock)
    expect([await isConsoleOpen(client), await isConsoleOpen(passkeyClient)]).toEqual([true, false])
    const [factor] = await listNewFactors({ client })
    const [passkey] = (await client.get(getPasskeys, {})).passkeys
    expect(factor).toMatchObject({ name: passkey?.name })
    expect(await confirm(ann, factor?.code)).toMatchObject({ isTrusted: true })
    expect([await isConsoleOpen(client), await isConsoleOpen(passkeyClient)]).toEqual([true, true])
    await client.get(removePasskey, { id: passkey?.id ?? '' })
    expect([await isConsoleOpen(client), await isConsoleOpen(passkeyClient)]).toEqual([true, false])
  })

  it('excludes a session of the earlier build, which does not name its factor, from the console', async () => {
    const ann = await newOperator()
    const nextCode = await setUpApp(ann)
    nowMs += OPERATOR_FACTOR_AGE_MS
    const client = await logIn(ann, nextCode())
    await server.database.db.update(session).set({ secondFactorId: null }).where(eq(session.accountId, ann.id))
    expect(await isConsoleOpen(client)).toBe(true)
    const device = softAuthenticator(ORIGIN)
    await client.get(addPasskey, { passkey: device.make(await client.get(startPasskey, { currentPassword: PASSWORD })) })
    expect(await isConsoleOpen(client)).toBe(false)
  })
})

describe('a request of the command', () => {
  const request = { email: 'ann@example.org', code: 'ABCDEFGH' }
  const result = { isTrusted: true, sentence: 'Confirmed.' }
  let dataDir: string
  let folder: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-requests-'))
    folder = path.join(dataDir, 'operator-requests')
    return () => rm(dataDir, { recursive: true, force: true })
  })

  it('is answered once by the running server, is readable by its user alone, and leaves nothing', async () => {
    const receivedRequests: unknown[] = []
    const modes: number[] = []
    const requestAnswerer = answerRequests({
      dataDir,
      async answer(receivedRequest) {
        receivedRequests.push(receivedRequest)
        modes.push((await stat(folder)).mode & 0o777)
        return result
      },
      onError: (error) => receivedRequests.push(error),
    })
    const answer = askRunningServer(dataDir, request)
    await requestAnswerer.poll()
    expect(await answer).toEqual(result)
    await requestAnswerer.poll()
    await requestAnswerer.stop()
    expect(receivedRequests).toMatchObject([request])
    expect(modes).toEqual([0o700])
    expect(await readdir(dataDir)).toEqual([])
  })

  it('is ignored when it is old, open to others, or no request', async () => {
    const receivedRequests: unknown[] = []
    const requestAnswerer = answerRequests({
      dataDir,
      answer: async (receivedRequest) => (receivedRequests.push(receivedRequest), result),
      onError: (error) => receivedRequests.push(error),
    })
    await mkdir(folder, { mode: 0o700 })
    const write = (name: string, value: unknown, mode: number) =>
      writeFile(path.join(folder, `${name}.request.json`), JSON.stringify(value), { mode })
    await write('old', { ...request, expiresAtMs: Date.now() - 1 }, 0o600)
    await write('open', { ...request, expiresAtMs: Date.now() + 60_000 }, 0o644)
    await write('odd', { email: 7 }, 0o600)
    await requestAnswerer.poll()
    await requestAnswerer.stop()
    expect(receivedRequests).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it('ends without an answer where no server polls it', async () => {
    expect(await askRunningServer(dataDir, request, 200)).toBeUndefined()
    expect(await readdir(dataDir)).toEqual([])
  })
})
