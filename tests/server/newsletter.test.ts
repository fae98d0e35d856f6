import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mail, rateLimit } from '#server/database/account-schema.ts'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { runHousekeeping } from '#server/boot/housekeeping.ts'
import { subscribeEmail } from '#shared/api/contact.ts'
import {
  CONFIRM_PATH,
  NEWSLETTER_REQUEST_RETENTION_MS,
  NEWSLETTER_MAILS_PER_DAY,
  NEWSLETTER_REQUESTS_PER_HOUR,
  UNSUBSCRIBE_PATH,
} from '#shared/domain/newsletter-rules.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor, ORIGIN } from './client.ts'
import { someAddress } from './sign-up.ts'

const START_MS = Date.now()
const EMAIL = 'ann@example.org'
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }
let nowMs = START_MS
let server: TestServer
let visitor: TestClient
beforeAll(async () => {
  server = await startTestServer({ listen: false, nowMs: () => nowMs, config: { origins: [ORIGIN] } })
})
afterAll(() => server.close())
beforeEach(async () => {
  nowMs = START_MS
  for (const table of [newsletterSubscriber, mail, rateLimit]) await server.database.db.delete(table)
  visitor = await createVisitor(server, { address: someAddress(), nowMs: () => nowMs })
})

const subscribe = (email = EMAIL, client = visitor) => client.call(subscribeEmail, { email })
const loadSubscribers = () => server.database.db.select().from(newsletterSubscriber)
const loadMailsTo = (recipient: string) => server.database.db.select().from(mail).where(eq(mail.recipient, recipient))
const linkIn = (body: string) => /http\S+/.exec(body)?.[0].slice(ORIGIN.length) ?? ''
const readConfirmLink = async () => linkIn((await loadMailsTo(EMAIL))[0]?.body ?? '')
const post = (path: string, init: RequestInit = {}) => visitor.request(path, { method: 'POST', headers: FORM_HEADERS, ...init })
const pressButton = (link: string) => {
  const { pathname, searchParams } = new URL(link, ORIGIN)
  return post(pathname, { body: new URLSearchParams({ token: searchParams.get('token') ?? '' }).toString() })
}

async function subscribeAndConfirm(): Promise<{ unsubscribeLink: string }> {
  await subscribe()
  expect((await pressButton(await readConfirmLink())).status).toBe(200)
  const welcomeMail = (await loadMailsTo(EMAIL)).find(({ unsubscribeUrl }) => unsubscribeUrl !== null)
  return { unsubscribeLink: linkIn(welcomeMail?.body ?? '') }
}

describe('the newsletter', () => {
  it('is for addresses that were confirmed by the button behind a link', async () => {
    expect(await subscribe('  Ann@Example.org ')).toEqual({ ok: true, value: {} })
    expect(await loadSubscribers()).toMatchObject([{ email: EMAIL, askedAtMs: START_MS, confirmedAtMs: null }])
    const link = await readConfirmLink()
    expect(link.startsWith(`${CONFIRM_PATH}?token=`)).toBe(true)
    const page = await (await visitor.request(link)).text()
    expect(page).toContain('<form method="post"')
    expect(page).not.toMatch(/<script|ann@/)
    expect((await pressButton(link)).status).toBe(200)
    expect(await loadSubscribers()).toMatchObject([{ confirmedAtMs: START_MS }])
    expect(await loadMailsTo(EMAIL)).toHaveLength(2)
  })

  it('does nothing when a link is only opened, as mail scanners do', async () => {
    await subscribe()
    for (const method of ['GET', 'HEAD']) await visitor.request(await readConfirmLink(), { method })
    expect(await loadSubscribers()).toMatchObject([{ confirmedAtMs: null }])
  })

  it('ends with the button, or with the one request of a mail program, and deletes the address', async () => {
    const { unsubscribeLink } = await subscribeAndConfirm()
    await visitor.request(unsubscribeLink)
    expect(await loadSubscribers()).toHaveLength(1)
    expect((await pressButton(unsubscribeLink)).status).toBe(200)
    expect(await loadSubscribers()).toEqual([])
    expect((await pressButton(unsubscribeLink)).status).toBe(200)
    await server.database.db.delete(mail)
    const secondSubscription = await subscribeAndConfirm()
    const oneClickResponse = await server.app.request(ORIGIN + secondSubscription.unsubscribeLink, {
      method: 'POST',
      headers: FORM_HEADERS,
      body: 'List-Unsubscribe=One-Click',
    })
    expect(oneClickResponse.status).toBe(200)
    expect(await loadSubscribers()).toEqual([])
  })

  it('has a header with the address of that request', async () => {
    const { unsubscribeLink } = await subscribeAndConfirm()
    const [welcomeMail] = await server.database.db
      .select()
      .from(mail)
      .where(and(eq(mail.recipient, EMAIL), eq(mail.subject, "You're subscribed to the Kinora newsletter")))
    expect(welcomeMail?.unsubscribeUrl).toBe(ORIGIN + unsubscribeLink)
  })

  it('answers the same for an address that is new, pending, on the list, or over its limit', async () => {
    const answers = [await subscribe(), await subscribe()]
    await pressButton(await readConfirmLink())
    answers.push(await subscribe(), await subscribe())
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":{}}']))
    expect((await loadMailsTo(EMAIL)).filter(({ subject }) => subject.startsWith('Do you')).length).toBeLessThanOrEqual(
      NEWSLETTER_MAILS_PER_DAY,
    )
  })

  it('writes to one address NEWSLETTER_MAILS_PER_DAY times a day, for all callers', async () => {
    for (let count = 0; count < NEWSLETTER_MAILS_PER_DAY + 2; count += 1)
      await subscribe(EMAIL, await createVisitor(server, { address: someAddress(), nowMs: () => nowMs }))
    expect(await loadMailsTo(EMAIL)).toHaveLength(NEWSLETTER_MAILS_PER_DAY)
  })

  it('accepts NEWSLETTER_REQUESTS_PER_HOUR requests from one client address, then returns when to retry', async () => {
    for (let count = 0; count < NEWSLETTER_REQUESTS_PER_HOUR; count += 1)
      expect(await subscribe(`a${count}@example.org`)).toMatchObject({ ok: true })
    expect(await subscribe('b@example.org')).toMatchObject({ error: { code: 'H4022', retry: 'later', afterMs: 3_600_000 } })
  })

  it('needs an address and a known visitor', async () => {
    expect(await visitor.refusal(subscribeEmail, { email: 'no address' })).toEqual({ code: 'H3000', fields: ['email'] })
    expect(await createTestClient(server, { nowMs: () => nowMs }).refusal(subscribeEmail, { email: EMAIL })).toEqual({ code: 'H3009' })
  })

  it('rejects a link that is forged, made for the other purpose, too old, or of a deleted address', async () => {
    await subscribe()
    const link = await readConfirmLink()
    const otherLink = link.replace(CONFIRM_PATH, UNSUBSCRIBE_PATH)
    for (const wrongLink of [`${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`, otherLink, `${CONFIRM_PATH}?token=`, CONFIRM_PATH])
      expect([wrongLink, (await pressButton(wrongLink)).status]).toEqual([wrongLink, 410])
    nowMs += NEWSLETTER_REQUEST_RETENTION_MS
    expect((await pressButton(link)).status).toBe(410)
    expect(await loadSubscribers()).toMatchObject([{ confirmedAtMs: null }])
    await server.database.db.delete(newsletterSubscriber)
    expect((await pressButton(link)).status).toBe(410)
  })

  it('is confirmed on our own page only', async () => {
    await subscribe()
    const { pathname, searchParams } = new URL(await readConfirmLink(), ORIGIN)
    const body = new URLSearchParams({ token: searchParams.get('token') ?? '' }).toString()
    const answer = await post(pathname, { body, headers: { ...FORM_HEADERS, origin: 'https://elsewhere.example' } })
    expect(answer.status).toBe(403)
  })

  it('deletes unconfirmed addresses after their time limit, and retains the others', async () => {
    await subscribeAndConfirm()
    await subscribe('never@example.org')
    const media = { remove: async () => undefined, tidy: async () => undefined }
    await runHousekeeping(server.database.db, media, nowMs + NEWSLETTER_REQUEST_RETENTION_MS)
    expect(await loadSubscribers()).toHaveLength(2)
    await runHousekeeping(server.database.db, media, nowMs + NEWSLETTER_REQUEST_RETENTION_MS + 1)
    expect((await loadSubscribers()).map(({ email }) => email)).toEqual([EMAIL])
  })
})
