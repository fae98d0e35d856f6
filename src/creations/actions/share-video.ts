import { text } from '#src/platform/i18n.ts'
import type { ViewerItem } from '#src/platform/viewer-adapter.ts'
import { viewerItemPath } from '#src/platform/open-viewer.ts'
import { type ActionDeps, titleOf, videoName, videoUrls } from './action-deps.ts'
import { fetchFirst } from './download-video.ts'
import { shareOrStay } from './deliver-file.ts'

type Parcel = Parameters<NonNullable<ActionDeps['share']>>[0]

/** Shares the file, else the link; without a share sheet the link is copied. Cancelling shows no message. */
export async function shareVideo(item: ViewerItem, deps: ActionDeps): Promise<void> {
  if (deps.share === null) return copyLink(item, deps)
  await hand(item, await parcelOf(item, deps), deps.share, deps)
}

async function hand(item: ViewerItem, pack: Parcel, share: NonNullable<ActionDeps['share']>, deps: ActionDeps): Promise<void> {
  const answer = await shareOrStay(pack, share)
  if (answer === 'late')
    await deps.tell({
      id: 'share',
      color: 'info',
      title: text('action.shareReady'),
      action: { label: text('action.share'), run: () => void hand(item, pack, share, deps) },
    })
  if (answer === 'failed') await copyLink(item, deps)
}

/** Sharing the file counts as a download, which requires a login. */
async function parcelOf(item: ViewerItem, deps: ActionDeps): Promise<Parcel> {
  const title = titleOf(item)
  const link = { title, url: deps.origin + viewerItemPath(item) }
  const [url] = videoUrls(item)
  if (url === undefined || !deps.hasAccount() || !deps.canShareFile(new File([], videoName(item, url), { type: 'video/mp4' }))) return link
  const fetched = await fetchFirst(videoUrls(item), deps.fetchFile)
  if (fetched === null) return link
  return { title, files: [new File([fetched.blob], videoName(item, fetched.url), { type: fetched.blob.type })] }
}

/** Copies the item's permanent address. */
export async function copyLink(item: ViewerItem, { copy, tell, origin }: Pick<ActionDeps, 'copy' | 'tell' | 'origin'>): Promise<void> {
  const isCopied = await copy(origin + viewerItemPath(item))
  await tell({
    id: 'copy',
    ...(isCopied ? { color: 'success', title: text('action.linkCopied') } : { color: 'error', title: text('action.linkCopyFailed') }),
  })
}
