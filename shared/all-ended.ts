/** Waits until every promise has settled, then throws the first error. `Promise.all` throws while the other promises still run. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work)
  const failure = outcomes.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}
