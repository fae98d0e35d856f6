import type { HubLink } from '#src/bridge/port.ts'
import type { HubApi } from '#shared/contract/hub-contract.ts'

export const SILENT = Symbol('silent')

/** The answer of the worker at the other end; `SILENT` when there is none, because it is gone, frozen or never started. */
export async function askOnce<T>(
  link: Promise<HubLink>,
  send: (api: HubApi) => Promise<T>,
  timeoutMs: number,
): Promise<{ value: T } | typeof SILENT> {
  const opened = await link.catch(() => undefined)
  if (opened === undefined) return SILENT
  const { api, gone, isGone, close } = opened
  try {
    const answer = await Promise.race([send(api).then((value) => ({ value })), silence(gone, timeoutMs)])
    if (answer === SILENT) close()
    return answer
  } catch (error) {
    if (isGone()) return SILENT
    throw error
  }
}

async function silence(gone: Promise<void>, timeoutMs: number): Promise<typeof SILENT> {
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  return SILENT
}
