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

const RELOADED_KEY = 'kinora.reloadedFor'

/**
 * Whether the page may reload for a build, once in this tab. Every one that was reloaded for is remembered, because two of them may
 * answer by turns. Where the session can't be written nothing is claimed: a page that reloads for ever is worse than one that asks.
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
