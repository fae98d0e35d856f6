/** Whether the checkout's server answers here. The page is asked for without its body, the answer stays unread, and no cookie goes along. */
export async function isReachable(checkoutUrl: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(checkoutUrl, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal })
    return true
  } catch {
    return false
  }
}
