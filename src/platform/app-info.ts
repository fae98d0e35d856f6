import { type AppInfo, getAppInfo } from '#shared/api/app-info.ts'
import { api } from './api.ts'

let known: Promise<AppInfo | undefined> | undefined

/** What the server says of itself, asked once; undefined when it could not be asked, and the next one asks again. */
export function readAppInfo(): Promise<AppInfo | undefined> {
  known ??= ask()
  return known
}

async function ask(): Promise<AppInfo | undefined> {
  const answer = await api.call(getAppInfo, {})
  if (!answer.ok) known = undefined
  return answer.ok ? answer.value : undefined
}
