/** Waits until every promise has settled, then throws the first error. `Promise.all` throws while the other promises still run. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
