import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OutgoingMail, Services } from '#server/context.ts'
import { CONFIRM_PATH, NEWSLETTER_ASKED_KEPT_MS, UNSUBSCRIBE_PATH } from '#shared/domain/newsletter-rules.ts'

type Ctx = Pick<Services, 'secret' | 'config'>
type Words = Omit<OutgoingMail, 'to'>

const DAYS = NEWSLETTER_ASKED_KEPT_MS / (24 * 60 * 60 * 1000)

/** Asks whether the address is theirs who asked. */
export function confirmMail(id: string, ctx: Ctx): Words {
  return {
    subject: 'Do you want the Kinora newsletter?',
    body: `Somebody, we hope you, asked for the Kinora newsletter at this address.
It tells about new effects and new ways to move a picture, now and then.

If you want it, open this page and press the button:
${linkOf('confirm', id, ctx)}

The link holds for ${DAYS} days. If you did not ask, you need not do anything:
no letter follows, and the address is forgotten.
`,
  }
}

/** After the yes; also where an address asks again. With the way out, as in every letter. */
export function welcomeMail(id: string, ctx: Ctx): Words {
  const unsubscribeUrl = linkOf('unsubscribe', id, ctx)
  return {
    subject: 'You get the Kinora newsletter',
    body: `Your address is on the list of the Kinora newsletter.

To end it, at any time, open this page and press the button:
${unsubscribeUrl}
`,
    unsubscribeUrl,
  }
}

function linkOf(purpose: 'confirm' | 'unsubscribe', id: string, { secret, config }: Ctx): string {
  const path = purpose === 'confirm' ? CONFIRM_PATH : UNSUBSCRIBE_PATH
  return `${config.origins[0] ?? ''}${path}?token=${newsletterToken(purpose, id, secret)}`
}

const TOKEN = /^([0-9a-f]{32})\.([0-9a-f]{64})$/

type NewsletterPurpose = 'confirm' | 'unsubscribe'

/** What a link of one purpose carries: the subscriber's id, signed, so that nothing secret has to be kept. */
function newsletterToken(purpose: NewsletterPurpose, id: string, secret: string): string {
  return `${id}.${signature(purpose, id, secret)}`
}

/** The subscriber's id of a token made for that purpose; null for anything else. */
export function readNewsletterToken(purpose: NewsletterPurpose, token: string, secret: string): string | null {
  const [, id, given] = TOKEN.exec(token) ?? []
  if (id === undefined || given === undefined) return null
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(purpose, id, secret))) ? id : null
}

function signature(purpose: NewsletterPurpose, id: string, secret: string): string {
  return createHmac('sha256', secret).update(`newsletter ${purpose} ${id}`).digest('hex')
}
