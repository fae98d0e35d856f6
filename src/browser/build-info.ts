/** Whether the server is reachable. Requests its build info. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await askForBuild()).ok
  } catch {
    return false
  }
}

/** The server's build info: `{ builtAtMs }`. */
export function askForBuild(): Promise<Response> {
  return fetch('/build.json', { cache: 'no-store' })
}

const RELOADED_KEY = 'kinora.reloadedFor'

/**
 * Whether the page may reload for a build, once per tab. All such builds are stored, because two servers may answer in turn. Without
 * sessionStorage it returns false, because an endless reload is worse than a prompt.
 */
export function claimReload(): boolean {
  const build = String(__BUILT_AT_MS__)
  try {
    const claimed = (sessionStorage.getItem(RELOADED_KEY) ?? '').split(' ')
    if (claimed.includes(build)) return false
    sessionStorage.setItem(RELOADED_KEY, [...claimed, build].join(' ').trim())
    return true
  } catch {
    return false
  }
}
