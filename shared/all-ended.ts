/** Waits until every promise has settled, and only then throws the first error: `Promise.all` throws it while the others still run. */
export async function allEnded(work: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(work)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
