/** Words by which those that read pages for machines name themselves; an address behind a plus is theirs too, by custom. */
const CRAWLER =
  /bot(?![a-z])|crawl|spider|slurp|scrap|archiver|externalhit|facebookcatalog|^whatsapp\/|(?:uri|url|link|bing|web)\s?preview|embedly|feedfetcher|mediapartners-google|apis-google|google-(?:inspectiontool|read-aloud|site-verification)|googleother|google favicon|storebot|lighthouse|pagespeed|gtmetrix|ptst\/|w3c_validator|vkshare|\+https?:\/\//i
/** A maker of phones. */
const NO_CRAWLER = /cubot/gi

/** Whether a user agent reads pages for a search, a preview of a link or a measurement, and not for somebody who looks. Rule: docs/platform.md, "Error pages". */
export function isCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent.replace(NO_CRAWLER, ''))
}
