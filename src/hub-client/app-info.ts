import { type AppInfo, getAppInfo } from '#shared/api/app-info.ts'
import { api } from './api.ts'

let known: Promise<AppInfo | undefined> | undefined

/** The server's app info, requested once; undefined after a failure, which the next call retries. */
export function readAppInfo(): Promise<AppInfo | undefined> {
  known ??= ask()
  return known
}

async function ask(): Promise<AppInfo | undefined> {
  const answer = await api.call(getAppInfo, {})
  if (!answer.ok) known = undefined
  return answer.ok ? answer.value : undefined
}
