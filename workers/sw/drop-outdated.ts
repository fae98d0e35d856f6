/** Whether the file's name contains a hash of its content. */
export function isHashed(address: string): boolean {
  return new URL(address).pathname.startsWith('/assets/')
}

/** Removes files of other builds from the cache, except hashed ones that an open page of another build may request. */
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
