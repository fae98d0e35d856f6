import { isPageOf } from '#shared/contract/update-messages.ts'

/** Whether the file's name contains a hash of its content. */
export function isHashed(address: string): boolean {
  return new URL(address).pathname.startsWith('/assets/')
}

/** Deletes files of other builds from the cache, except hashed ones that an open page of another build may request. */
export async function dropOutdated(
  cache: Pick<Cache, 'keys' | 'delete'>,
  wantedUrls: ReadonlySet<string>,
  isOtherPageOpen: boolean,
): Promise<void> {
  for (const request of await cache.keys()) {
    const isNeeded = wantedUrls.has(request.url) || (isOtherPageOpen && isHashed(request.url))
    if (!isNeeded) await cache.delete(request)
  }
}

/** The part of the service worker's `clients` in use. */
interface OpenWindows {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly { readonly frameType?: string }[]>
}

interface LockQuery {
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>
}

/** Whether a window may belong to another build. Each page of this build has a lock. */
export async function isOtherBuildOpen(windows: OpenWindows, locks: LockQuery, builtAtMs: number): Promise<boolean> {
  const [openWindows, { held: siteLocks = [] }] = await Promise.all([
    windows.matchAll({ type: 'window', includeUncontrolled: true }),
    locks.query(),
  ])
  const ownLocks = siteLocks.filter(({ name = '' }) => isPageOf(builtAtMs, name))
  return openWindows.filter(({ frameType }) => frameType !== 'nested').length > ownLocks.length
}
