import type { Creation } from '#shared/api/generation.ts'
import type { Result } from '#shared/result.ts'
import { getHistory } from '#shared/api/generation.ts'
import { ok } from '#shared/result.ts'
import { api } from '#src/lib/api.ts'

/** As many as one answer holds. */
const PAGE_SIZE = 999

/** Everything that the server has finished for whoever is here, newest first. */
export async function listOwnVideos(): Promise<Result<readonly Creation[]>> {
  const own: Creation[] = []
  for (let curPage = 1; ; curPage += 1) {
    const page = await api.call(getHistory, { curPage, pageSize: PAGE_SIZE, taskStatus: 'SUCCESS' })
    if (!page.ok) return page
    own.push(...page.value.data)
    if (page.value.data.length < PAGE_SIZE) return ok(own)
  }
}
