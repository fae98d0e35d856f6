/** The SDK's storage key for being disabled. */
export const SDK_MEMORY_KEY = 'adjust-sdk.p'

/** Its two reasons. */
const GENERAL = 1
const FORGET = 2

/** The SDK's stored state: `stopped` by a general disable, `forgetting` until the server has confirmed it, then `forgotten` for good. */
export type SdkMemory = 'free' | 'stopped' | 'forgetting' | 'forgotten'

export function readSdkMemory(text: string | null): SdkMemory {
  const { r: reason, p: isPending } = readDisabled(text)
  if (reason === GENERAL) return 'stopped'
  if (reason !== FORGET) return 'free'
  return isPending === 1 || isPending === true ? 'forgetting' : 'forgotten'
}

function readDisabled(text: string | null): { readonly r?: unknown; readonly p?: unknown } {
  try {
    const memory = JSON.parse(text ?? '{}') as { readonly sd?: { readonly r?: unknown; readonly p?: unknown } | null } | null
    return memory?.sd ?? {}
  } catch {
    return {}
  }
}
