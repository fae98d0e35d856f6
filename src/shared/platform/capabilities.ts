/**
 * What this browser can do, as far as Kinora does something else where it can't. The one place that asks; each row is asked when it is
 * needed, as a capability can come with a setting. What stands in for each is in docs/rules.md, "Browsers".
 */
const CAPABILITIES = {
  /** WebKit leaves what a worker was in the middle of open for good when its page is left, and its database is locked for everybody. */
  endWorkers: () => !isWebKit(),
  /** WebKit stops a page that it keeps for the way back in the middle of its transactions, and whoever shares the database waits for them. */
  keepTransactions: () => !isWebKit(),
  sharedWorker: () => 'SharedWorker' in globalThis,
} as const satisfies Record<string, () => boolean>

export type Capability = keyof typeof CAPABILITIES

export function can(capability: Capability): boolean {
  return CAPABILITIES[capability]()
}

/** Each browser on iOS and iPadOS is WebKit, too. */
function isWebKit(): boolean {
  return 'navigator' in globalThis && 'vendor' in navigator && navigator.vendor === 'Apple Computer, Inc.'
}
