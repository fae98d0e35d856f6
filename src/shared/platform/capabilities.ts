/**
 * What this browser can do, as far as Kinora does something else where it can't. The one place that asks; each row is asked when it is
 * needed, as a capability can come with a setting. What stands in for each is in docs/rules.md, "Browsers".
 */
const CAPABILITIES = {
  /** WebKit has them, but a page that it keeps for the way back stops in the middle of a transaction and locks the database for all pages. */
  sharedWorker: () => 'SharedWorker' in globalThis && !isWebKit(),
} as const satisfies Record<string, () => boolean>

export type Capability = keyof typeof CAPABILITIES

export function can(capability: Capability): boolean {
  return CAPABILITIES[capability]()
}

/** Each browser on iOS and iPadOS is WebKit, too. */
function isWebKit(): boolean {
  return 'vendor' in navigator && navigator.vendor === 'Apple Computer, Inc.'
}
