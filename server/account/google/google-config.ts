import { z } from 'zod'
import { wordList } from '#server/variables/word-list.ts'

export const GOOGLE_VARIABLES = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUERS: z.string().min(1).default('https://accounts.google.com,accounts.google.com'),
  GOOGLE_JWKS_URL: z.url().default('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
  GOOGLE_REDIRECT_URI: z.string().min(1).default('postmessage'),
  GIS_SRC: z.url().default('https://accounts.google.com/gsi/client'),
}

export interface GoogleConfig {
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly issuers: readonly string[]
  readonly jwksUrl: string
  readonly tokenUrl: string
  readonly redirectUri: string
  /** The address of Google's script. */
  readonly gisSrc: string
}

declare module '#server/verbs/services.ts' {
  interface ServiceConfig {
    /** Undefined if Google sign-in is off. */
    readonly google: GoogleConfig | undefined
  }
}

const variablesSchema = z.object(GOOGLE_VARIABLES)

/** The configuration of Google sign-in; undefined without a client id. */
export function googleConfig(env: z.infer<typeof variablesSchema>): GoogleConfig | undefined {
  if (env.GOOGLE_CLIENT_ID === undefined) return undefined
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    issuers: wordList(env.GOOGLE_ISSUERS),
    jwksUrl: env.GOOGLE_JWKS_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    redirectUri: env.GOOGLE_REDIRECT_URI,
    gisSrc: env.GIS_SRC,
  }
}
