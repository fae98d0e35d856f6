import type { OutgoingMail } from '#server/mail/open-mail.ts'
import type { OpenedDatabase } from '#server/database/database.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mail } from '#server/database/account-schema.ts'
import { clearLoginRows, MAIL_RETENTION_MS } from '#server/account/clear-old-rows.ts'
import { createLog } from '#server/telemetry/log.ts'
import { type Post, createMailer, deliverMail, MAIL_ATTEMPTS, openMail } from '#server/mail/open-mail.ts'
import { type Delivery, retryPauseMs } from '#server/net/deliver-due.ts'
import { type Signals, openSignals, signal } from '#server/queue/signals.ts'
import { NO_TRACING } from '#server/telemetry/tracing.ts'
import { type SmtpServer, openSmtpServer } from '../fixtures/server/smtp-server.ts'
import { openTestDatabase } from '../fixtures/server/test-database.ts'

const START_MS = Date.now()
const MESSAGE = { to: 'ann@example.org', subject: 'Your code: ü', body: 'Hello\n\n123456\n.\nBye\n' }
let nowMs = START_MS
let logText = ''
let database: OpenedDatabase
let signals: Signals
let deliveries: { stop(): Promise<void> }[] = []
const log = createLog('info', { write: (line) => (logText += line) })

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  signals = await openSignals(database)
})
afterEach(async () => {
  await signals.stop()
  await Promise.all(deliveries.map((delivery) => delivery.stop()))
  deliveries = []
  nowMs = START_MS
  await database.db.delete(mail)
})

const unwatchedOptions = { onTried: () => undefined, tracing: NO_TRACING }
const loadMails = () => database.db.select().from(mail)
const storeMail = (message: OutgoingMail = MESSAGE) => database.db.transaction((tx) => createMailer(() => nowMs).send(tx, message))
const startDelivery = (post: Post): Delivery => {
  const delivery = deliverMail({ db: database.db, ...unwatchedOptions, nowMs: () => nowMs, log, post })
  deliveries.push(delivery)
  return delivery
}

describe('a message', () => {
  it('is part of its transaction', async () => {
    const failedTransaction = database.db.transaction(async (tx) => {
      await createMailer(() => nowMs).send(tx, MESSAGE)
      throw new Error('undone')
    })
    await expect(failedTransaction).rejects.toThrow('undone')
    expect(await loadMails()).toEqual([])
  })

  it('is sent once, by any process that claims it, and deleted after it', async () => {
    const sentSubjects: string[] = []
    const post: Post = async ({ subject }) => void sentSubjects.push(subject)
    const subjects = Array.from({ length: 10 }, (_, index) => `number ${index}`)
    for (const subject of subjects) await storeMail({ ...MESSAGE, subject })
    startDelivery(post)
    startDelivery(post)
    await expect.poll(loadMails).toEqual([])
    expect(sentSubjects.toSorted()).toEqual(subjects)
  })

  it('that the mail server rejects is retried with growing pauses and dropped after MAIL_ATTEMPTS, without its words in the log', async () => {
    logText = ''
    let tryCount = 0
    await storeMail()
    const delivery = startDelivery(async () => {
      tryCount += 1
      throw Object.assign(new Error('550 no such ann@example.org'), { code: 'EENVELOPE', responseCode: 550 })
    })
    for (let attempt = 1; attempt < MAIL_ATTEMPTS; attempt += 1) {
      await expect.poll(loadMails).toMatchObject([{ attempts: attempt, dueAtMs: nowMs + retryPauseMs(attempt) }])
      expect(retryPauseMs(attempt + 1)).toBeGreaterThan(retryPauseMs(attempt))
      nowMs += retryPauseMs(attempt)
      delivery.wake()
    }
    await expect.poll(loadMails).toEqual([])
    expect(tryCount).toBe(MAIL_ATTEMPTS)
    expect(logText).toContain('"reason":"EENVELOPE 550","msg":"Email delivery failed; giving up"')
    for (const secret of ['ann@', '123456', 'Your code']) expect(logText).not.toContain(secret)
  })

  it('whose process died while sending it is claimed by another one later', async () => {
    await storeMail()
    let isFirst = true
    const sentRecipients: string[] = []
    const post: Post = async ({ recipient }, signal) => {
      if (!isFirst) return void sentRecipients.push(recipient)
      isFirst = false
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    }
    startDelivery(post)
    await expect.poll(loadMails).toMatchObject([{ attempts: 1 }])
    const otherDelivery = startDelivery(post)
    otherDelivery.wake()
    await otherDelivery.stop()
    expect(sentRecipients).toEqual([])
    const [leasedMail] = await loadMails()
    nowMs = leasedMail?.dueAtMs ?? 0
    startDelivery(post)
    await expect.poll(() => sentRecipients).toEqual([MESSAGE.to])
  })

  it('in progress is aborted when the server stops, and stays', async () => {
    await storeMail()
    const delivery = startDelivery(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    await expect.poll(loadMails).toMatchObject([{ attempts: 1 }])
    await delivery.stop()
    expect(await loadMails()).toMatchObject([{ recipient: MESSAGE.to, dueAtMs: nowMs + retryPauseMs(1) }])
  })

  it('without a mail server stays for its lifetime, and the log says only that it waits', async () => {
    logText = ''
    const localMail = await openMail({
      db: database.db,
      config: { smtpUrl: undefined, mailFrom: 'x', isLocalOnly: true },
      ...unwatchedOptions,
      nowMs: () => nowMs,
      log,
      signals,
      isDelivering: true,
    })
    await database.db.transaction((tx) => localMail.mailer.send(tx, MESSAGE))
    await expect.poll(() => logText).not.toBe('')
    expect(logText.match(/\n/g)).toHaveLength(1)
    expect(logText).toContain('New email at /dev/mail')
    for (const secret of ['ann@', '123456', 'Your code']) expect(logText).not.toContain(secret)
    await clearLoginRows(database.db, nowMs + MAIL_RETENTION_MS)
    expect(await loadMails()).toHaveLength(1)
    await clearLoginRows(database.db, nowMs + MAIL_RETENTION_MS + 1)
    expect(await loadMails()).toEqual([])
  })
})

describe('over a real connection', () => {
  let smtp: SmtpServer
  beforeAll(async () => {
    smtp = await openSmtpServer()
  })
  afterAll(() => smtp.close())

  it('a message arrives whole, from the configured sender, as soon as it is stored', async () => {
    const config = { smtpUrl: smtp.url, mailFrom: 'Kinora <no-reply@kinora.example>', isLocalOnly: false }
    const mailService = await openMail({
      db: database.db,
      config,
      ...unwatchedOptions,
      nowMs: () => nowMs,
      log,
      signals,
      isDelivering: true,
    })
    deliveries.push(mailService)
    smtp.refuse('450 try later')
    await database.db.transaction((tx) => mailService.mailer.send(tx, MESSAGE))
    await expect.poll(loadMails).toMatchObject([{ attempts: 1, dueAtMs: nowMs + retryPauseMs(1) }])
    smtp.refuse(undefined)
    nowMs += retryPauseMs(1)
    await signal(database.db, 'mail')
    await expect.poll(loadMails).toEqual([])
    expect(smtp.received).toHaveLength(1)
    const { to, data } = smtp.received[0] ?? { to: '', data: '' }
    expect(to).toBe(MESSAGE.to)
    expect(data).toContain('From: Kinora <no-reply@kinora.example>')
    expect(data).toContain('Auto-Submitted: auto-generated')
    expect(data).toMatch(/\r\n123456\r\n\.\.\r\nBye/)
  })

  it('a letter has a reply address, and an unsubscribe button', async () => {
    const config = { smtpUrl: smtp.url, mailFrom: 'Kinora <no-reply@kinora.example>', isLocalOnly: false }
    const mailService = await openMail({
      db: database.db,
      config,
      ...unwatchedOptions,
      nowMs: () => nowMs,
      log,
      signals,
      isDelivering: true,
    })
    deliveries.push(mailService)
    await storeMail({ ...MESSAGE, replyTo: 'bob@example.org', unsubscribeUrl: 'https://kinora.example/newsletter/unsubscribe?token=t' })
    await signal(database.db, 'mail')
    await expect.poll(loadMails).toEqual([])
    const data = smtp.received.at(-1)?.data.replaceAll('\r\n ', ' ') ?? ''
    expect(data).toContain('Reply-To: bob@example.org')
    expect(data).toContain('List-Unsubscribe: <https://kinora.example/newsletter/unsubscribe?token=t>')
    expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })
})
