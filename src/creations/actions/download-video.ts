import { text } from '#src/platform/i18n.ts'
import type { ViewerItem } from '#src/platform/viewer-item.ts'
import type { Result } from '#shared/result.ts'
import type { ActionDeps } from './action-deps.ts'
import { videoName, videoUrls } from './action-deps.ts'
import { deliverFile } from './deliver-file.ts'
import { tellWhenSlow } from './continue-from-last-frame.ts'

/** Saves the video under a readable name, from the first of its addresses that has it. */
export async function downloadVideo(item: ViewerItem, deps: ActionDeps): Promise<void> {
  const urls = videoUrls(item)
  if (urls.length === 0)
    return deps.tell({ id: 'download', color: 'error', title: text('action.noVideoUrl'), description: text('action.noVideoUrlHint') })
  if (!(await deps.login(text('action.loginToDownload')))) return
  const fetched = await tellWhenSlow(fetchFirst(urls, deps.fetchFile), text('action.preparing'), deps)
  if (fetched === null) {
    const description = text(deps.isOnline() ? 'action.downloadFailedHint' : 'action.downloadOffline')
    return deps.tell({ id: 'download', color: 'error', title: text('action.downloadFailed'), description })
  }
  const { blob, url } = fetched
  await deliverFile(new File([blob], videoName(item, url), { type: blob.type }), deps)
}

interface Fetched {
  readonly url: string
  readonly blob: Blob
}

/** The bytes of the first address that has any; null when none has. A page of some network in between is no video. */
export async function fetchFirst(urls: readonly string[], fetchFile: (url: string) => Promise<Result<Blob>>): Promise<Fetched | null> {
  for (const url of urls) {
    const fetched = await fetchFile(url)
    if (fetched.ok && fetched.value.size > 0 && !fetched.value.type.startsWith('text/')) return { url, blob: fetched.value }
  }
  return null
}
