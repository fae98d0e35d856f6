import type { Services } from '#server/services/context/context.ts'
import { eq } from 'drizzle-orm'
import { newsletterSubscriber } from '#server/database/newsletter-schema.ts'
import { readNewsletterToken } from './newsletter-token.ts'

/** Forgets the address of a link; the link itself proves whose it is. Done twice is done once. False for a link that is none of ours. */
export async function unsubscribeEmail({ db, secret }: Pick<Services, 'db' | 'secret'>, token: string): Promise<boolean> {
  const id = readNewsletterToken('unsubscribe', token, secret)
  if (id === null) return false
  await db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.id, id))
  return true
}
