/** Whether an If-None-Match header names this strong tag: alone, in a list, weakened by a proxy, or by `*`. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
