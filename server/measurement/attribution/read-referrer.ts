/** The source of a visit. */
export interface Origin {
  readonly network: string
  readonly campaign: string
  readonly adgroup: string
  readonly creative: string
  readonly clickLabel: string
}

const MAX_PART = 100
/** Visits without a source. */
export const ORGANIC: Origin = { network: 'Organic', campaign: '', adgroup: '', creative: '', clickLabel: '' }

/** Parses a click's referrer: an address or its query. Undefined without a source. */
export function readReferrer(referrer: string): Origin | undefined {
  const query = new URLSearchParams(referrer.includes('?') ? referrer.slice(referrer.indexOf('?') + 1) : referrer)
  const part = (name: string) => (query.get(name) ?? '').slice(0, MAX_PART)
  const network = part('utm_source')
  if (network === '') return undefined
  return {
    network,
    campaign: part('utm_campaign'),
    adgroup: part('utm_medium'),
    creative: part('utm_content'),
    clickLabel: part('utm_term'),
  }
}
