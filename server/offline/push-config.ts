import { z } from 'zod'

export const PUSH_VARIABLES = {
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/)
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
}

export interface PushConfig {
  /** The configured keys; undefined: the installation generates its own. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | undefined
}

const variablesSchema = z.object(PUSH_VARIABLES)

/** The configured keys for push services. Throws if only one of the two keys is set. */
export function pushConfig(env: z.infer<typeof variablesSchema>): PushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if ((publicKey === undefined) !== (privateKey === undefined))
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together.')
  return { vapid: publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey } }
}
