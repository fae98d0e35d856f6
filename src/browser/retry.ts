const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** Repeats `attempt` until it resolves to anything but false. The pause doubles each time, up to a limit. */
export async function retryUntilSuccess(attempt: () => Promise<unknown>): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; !(await succeeds(attempt)); waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

async function succeeds(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await attempt()) !== false
  } catch (error) {
    console.warn('Attempt failed; retrying.', error)
    return false
  }
}
