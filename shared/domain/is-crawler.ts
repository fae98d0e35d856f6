/** Words in user agents of crawlers. By convention, an address after a plus marks a crawler, too. */
const CRAWLER =
  /bot(?![a-z])|crawl|spider|slurp|scrap|archiver|externalhit|facebookcatalog|^whatsapp\/|(?:uri|url|link|bing|web)\s?preview|embedly|feedfetcher|mediapartners-google|apis-google|google-(?:inspectiontool|read-aloud|site-verification)|googleother|google favicon|storebot|lighthouse|pagespeed|gtmetrix|ptst\/|w3c_validator|vkshare|\+https?:\/\//i
/** A phone brand that `CRAWLER` would match, because its name ends with "bot". */
const NO_CRAWLER = /cubot/gi

/** Whether a user agent belongs to a crawler, link preview or measurement tool. Rule: docs/platform.md, "Error pages". */
export function isCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent.replace(NO_CRAWLER, ''))
}
