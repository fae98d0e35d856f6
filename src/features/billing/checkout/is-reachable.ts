/** Whether something answers at the checkout's origin. The answer itself stays unread; no cookie goes along. */
export async function isReachable(checkoutUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(new URL('/favicon.ico', checkoutUrl), { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}
