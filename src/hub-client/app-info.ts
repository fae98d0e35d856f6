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

/** What a function that reads the facts about the server depends on; tests replace it. */
export interface InfoDeps {
  readonly requestAppInfo: typeof requestAppInfo
}
