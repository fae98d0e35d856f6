import { isPageOf } from '#shared/contract/update-contract.ts'

/** The part of the service worker's `clients` in use. */
interface OpenWindows {
  matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly { readonly frameType?: string }[]>
}

interface HeldLocks {
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>
}

/** Whether a window may belong to another build: each page of this build holds a lock. */
export async function isOtherBuildOpen(windows: OpenWindows, locks: HeldLocks, builtAtMs: number): Promise<boolean> {
  const [open, { held = [] }] = await Promise.all([windows.matchAll({ type: 'window', includeUncontrolled: true }), locks.query()])
  const ours = held.filter(({ name = '' }) => isPageOf(builtAtMs, name))
  return open.filter(({ frameType }) => frameType !== 'nested').length > ours.length
}
