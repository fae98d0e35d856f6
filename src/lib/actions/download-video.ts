import { text } from '#src/lib/i18n.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import type { ActionDeps } from './action-deps.ts'
import { fetchFirst } from './fetch-first.ts'
import { handOver } from './hand-over.ts'
import { tellWhenSlow } from './tell-when-slow.ts'
import { videoName, videoUrls } from './video-of.ts'

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
  await handOver(new File([blob], videoName(item, url), { type: blob.type }), deps)
}
