const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Features that a public installation requires, unless `PUBLIC_WITHOUT` names them. */
export const PUBLIC_NEEDS = ['mail', 'operator'] as const

interface PublicNeeds {
  readonly PUBLIC_WITHOUT: readonly (typeof PUBLIC_NEEDS)[number][]
  readonly SMTP_URL?: string | undefined
  readonly OPERATOR_NAME?: string | undefined
  readonly OPERATOR_EMAIL?: string | undefined
}

/** Whether the app at this origin is for users on other computers. */
export function isPublicOrigin(publicOrigin: string | undefined): boolean {
  return publicOrigin !== undefined && !LOCAL_HOSTS.includes(new URL(publicOrigin).hostname)
}

export function localOrigins(port: number, isTls: boolean): readonly string[] {
  // Browsers omit the default port of an origin, and so does `URL`.
  return LOCAL_HOSTS.map((host) => new URL(`${isTls ? 'https' : 'http'}://${host}:${port}`).origin)
}

/** Throws one sentence that names the missing variable. */
export function demandPublicNeeds({ PUBLIC_WITHOUT: waivedNeeds, SMTP_URL, OPERATOR_NAME, OPERATOR_EMAIL }: PublicNeeds): void {
  if (SMTP_URL === undefined && !waivedNeeds.includes('mail'))
    throw new Error(
      'SMTP_URL: PUBLIC_ORIGIN is set, but without a mail server nobody gets login codes or receipts. Set SMTP_URL, or PUBLIC_WITHOUT=mail.',
    )
  if ((OPERATOR_NAME === undefined || OPERATOR_EMAIL === undefined) && !waivedNeeds.includes('operator'))
    throw new Error(
      'OPERATOR_NAME: PUBLIC_ORIGIN is set, but users cannot see who runs the site. Set OPERATOR_NAME and OPERATOR_EMAIL, or PUBLIC_WITHOUT=operator.',
    )
}
