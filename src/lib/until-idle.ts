import { can } from '#shared/platform/capabilities.ts'

/** Ends when the page has nothing else to do; where a browser can't tell, when what runs now is done. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (can('idleCallback')) requestIdleCallback(resolve)
    else setTimeout(resolve)
  })
}
