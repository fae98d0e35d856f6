import { type AppInfo, getAppInfo } from '#shared/api/app-info.ts'
import { api } from './api.ts'

let infoRequest: Promise<AppInfo | undefined> | undefined

/** The facts about the server, requested once. Undefined after a failure; the next call then requests them again. */
export function requestAppInfo(): Promise<AppInfo | undefined> {
  infoRequest ??= requestOnce()
  return infoRequest
}

async function requestOnce(): Promise<AppInfo | undefined> {
  const answer = await api.call(getAppInfo, {})
  if (!answer.ok) infoRequest = undefined
  return answer.ok ? answer.value : undefined
}

/** The dependency of the functions that read the facts about the server. Tests replace it. */
export interface InfoDeps {
  readonly requestAppInfo: typeof requestAppInfo
}
