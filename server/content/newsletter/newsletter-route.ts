import type { Context as Request, Hono } from 'hono'
import type { Services } from '#server/verbs/services.ts'
import type { Env } from '#server/http/reply.ts'
import { confirmEmail, unsubscribeEmail } from './newsletter.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { formLimit, readForm } from '#server/http/read-form.ts'

const MAX_BODY_BYTES = 4096
const GONE_STATUS = 410

interface LinkPage {
  readonly path: string
  readonly title: string
  readonly text: string
  readonly buttonLabel: string
  readonly doneTitle: string
  readonly doneText: string
  readonly apply: (token: string) => Promise<boolean>
}

/**
 * The targets of links in newsletter mails. A GET only shows a button, because mail programs prefetch links; the POST makes the change.
 * One-click unsubscribe requests of mail programs also work.
 */
export function mountNewsletter(app: Hono<Env>, services: Pick<Services, 'db' | 'nowMs' | 'mailer' | 'secret' | 'config'>): void {
  mountLink(app, {
    path: CONFIRM_PATH,
    title: 'Subscribe to the Kinora newsletter?',
    text: 'We send you occasional news about effects and new ways to animate a photo.',
    buttonLabel: 'Subscribe',
    doneTitle: "You're subscribed",
    doneText: 'We sent you an email with a link to unsubscribe. Every newsletter has one too.',
    apply: (token) => confirmEmail(services, token),
  })
  mountLink(app, {
    path: UNSUBSCRIBE_PATH,
    title: 'Unsubscribe from the Kinora newsletter?',
    text: "You won't get the newsletter anymore, and we'll delete your email from the list.",
    buttonLabel: 'Unsubscribe',
    doneTitle: "You're unsubscribed",
    doneText: "You won't get the newsletter anymore. We deleted your email from the list.",
    apply: (token) => unsubscribeEmail(services, token),
  })
}

function mountLink(app: Hono<Env>, { path, title, text, buttonLabel, doneTitle, doneText, apply }: LinkPage): void {
  app.get(path, (c) =>
    sendPage(c, 200, { title, words: text, form: { action: path, token: c.req.query('token') ?? '', button: buttonLabel } }),
  )
  app.post(path, formLimit(MAX_BODY_BYTES), async (c) => {
    const form = await readForm(c)
    const token = c.req.query('token') ?? form['token']
    if (await apply(typeof token === 'string' ? token : '')) return sendPage(c, 200, { title: doneTitle, words: doneText })
    return sendPage(c, GONE_STATUS, { title: 'This link has expired', words: 'You can subscribe again on the support page.' })
  })
}

function sendPage(c: Request<Env>, status: 200 | typeof GONE_STATUS, page: Parameters<typeof plainPage>[0]): Response {
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'same-origin')
  return c.html(plainPage(page), status)
}
