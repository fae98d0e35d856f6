import type { Context as Request, Hono } from 'hono'
import type { Services } from '#server/verbs/services.ts'
import type { Env } from '#server/http/reply.ts'
import { confirmEmail, unsubscribeEmail } from './newsletter.ts'
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { formLimit, readForm } from '#server/http/read-form.ts'

const MAX_BODY_BYTES = 4096
const GONE = 410

interface LinkPage {
  readonly path: string
  readonly title: string
  readonly ask: string
  readonly button: string
  readonly done: string
  readonly doneWords: string
  readonly act: (token: string) => Promise<boolean>
}

/**
 * The targets of links in newsletter mails. A GET only shows a button, because mail programs prefetch links; the POST makes the change.
 * One-click unsubscribe requests of mail programs also work.
 */
export function mountNewsletter(app: Hono<Env>, services: Pick<Services, 'db' | 'nowMs' | 'mailer' | 'secret' | 'config'>): void {
  mountLink(app, {
    path: CONFIRM_PATH,
    title: 'The Kinora newsletter',
    ask: 'One press, and letters about new effects and new ways to move a picture come to your address now and then.',
    button: 'Yes, send it to me',
    done: 'You are on the list',
    doneWords: 'A message with the way out is in your mailbox, and in every letter.',
    act: (token) => confirmEmail(services, token),
  })
  mountLink(app, {
    path: UNSUBSCRIBE_PATH,
    title: 'Leave the newsletter',
    ask: 'One press, and no more letters come. We forget the address with it.',
    button: 'Unsubscribe',
    done: 'You are off the list',
    doneWords: 'No more letters come, and the address is forgotten.',
    act: (token) => unsubscribeEmail(services, token),
  })
}

function mountLink(app: Hono<Env>, { path, title, ask, button, done, doneWords, act }: LinkPage): void {
  app.get(path, (c) => answer(c, 200, { title, words: ask, form: { action: path, token: c.req.query('token') ?? '', button } }))
  app.post(path, formLimit(MAX_BODY_BYTES), async (c) => {
    const form = await readForm(c)
    const token = c.req.query('token') ?? form['token']
    if (await act(typeof token === 'string' ? token : '')) return answer(c, 200, { title: done, words: doneWords })
    return answer(c, GONE, { title: 'This link does not hold any more', words: 'Ask for a new one on the support page.' })
  })
}

function answer(c: Request<Env>, status: 200 | typeof GONE, page: Parameters<typeof plainPage>[0]): Response {
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'same-origin')
  return c.html(plainPage(page), status)
}
