import { parseUrl } from '#shared/parse-url.ts'

const SOURCE = 'utm_source'
const UTM = [SOURCE, 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']

/** The source of a visit: campaign names in the entry address, or the referring site; undefined for neither. */
export function landingReferrer(address: string, referrer: string): string | undefined {
  const asked = new URL(address)
  const told = new URLSearchParams(
    UTM.flatMap((name) => (asked.searchParams.get(name) === null ? [] : [[name, asked.searchParams.get(name) ?? '']])),
  )
  if (told.has(SOURCE)) return encodeURIComponent(String(told))
  const host = parseUrl(referrer)?.host ?? ''
  return host === '' || host === asked.host ? undefined : encodeURIComponent(`${SOURCE}=${host}&utm_medium=referral`)
}
