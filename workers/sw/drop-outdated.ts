/** Whether this is a file of a build whose name changes with its content. */
export function isHashed(address: string): boolean {
  return new URL(address).pathname.startsWith('/assets/')
}

/** Takes what this build does not want out of the cache, but leaves hashed files to a page of another build that may ask for them. */
export async function dropOutdated(
  cache: Pick<Cache, 'keys' | 'delete'>,
  wanted: ReadonlySet<string>,
  isOtherOpen: boolean,
): Promise<void> {
  for (const request of await cache.keys()) {
    const isKept = wanted.has(request.url) || (isOtherOpen && isHashed(request.url))
    if (!isKept) await cache.delete(request)
  }
}
