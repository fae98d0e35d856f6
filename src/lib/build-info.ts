/** Whether our server answers: it is asked which build it serves. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/build.json', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
