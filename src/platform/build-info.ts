/** Whether our server answers: it is asked which build it serves. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await askForBuild()).ok
  } catch {
    return false
  }
}

/** When the build that the server has was made; null when it does not say. */
export async function readServedBuild(): Promise<number | null> {
  try {
    const { builtAtMs } = (await (await askForBuild()).json()) as { readonly builtAtMs?: unknown }
    return typeof builtAtMs === 'number' ? builtAtMs : null
  } catch {
    return null
  }
}

function askForBuild(): Promise<Response> {
  return fetch('/build.json', { cache: 'no-store' })
}
