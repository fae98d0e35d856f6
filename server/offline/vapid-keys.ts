import webpush from 'web-push'
import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import { storedSecret } from '#server/platform/context/secrets.ts'

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The server's identity for push services. */
export type VapidKeys = z.infer<typeof keysSchema>

/** The configured keys, or the installation's own, generated once: with other keys every browser has to subscribe again. */
export async function vapidKeys(db: Database, configured: VapidKeys | undefined): Promise<VapidKeys> {
  if (configured !== undefined) return configured
  return keysSchema.parse(JSON.parse(await storedSecret(db, 'vapid', () => JSON.stringify(webpush.generateVAPIDKeys()))))
}
