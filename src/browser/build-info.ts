/** Whether the server is reachable, by a request for its build info. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await askForBuild()).ok
  } catch {
    return false
  }
}

/** Requests the server's build info, `{ builtAtMs }`. */
export function askForBuild(): Promise<Response> {
  return fetch('/build.json', { cache: 'no-store' })
}

const RELOADED_KEY = 'kinora.reloadedFor'

/**
 * Claims the automatic reload of the page: true once per build and tab. Several builds are stored, because two servers with different
 * builds may answer in turn. Without sessionStorage it is false, because a prompt is better than an endless reload.
 */
export function claimReload(): boolean {
  const build = String(__BUILT_AT_MS__)
  try {
    const reloadedBuilds = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
    if (reloadedBuilds.includes(build)) return false
    sessionStorage.setItem(RELOADED_KEY, [...reloadedBuilds, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}
