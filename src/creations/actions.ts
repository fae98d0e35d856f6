import type { Creation } from '#shared/api/generation.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { trackMode } from '#shared/domain/measurement-rules.ts'
import { trackedItem, viewerItemPath } from '#src/routing/open-viewer.ts'
import { track } from '#src/reporting/track.ts'
import { text } from '#src/i18n/i18n.ts'
import { type ActionDeps, type ZipWatch, offlineDescription, titleOf, videoName, videoUrls } from './action-deps.ts'
import { continueFromLastFrame } from './actions/last-frame.ts'
import { deleteCreations, sendMutation } from './actions/mutations.ts'
import { downloadZip, downloadVideo, fetchFirst } from './download-video.ts'
import { sameSettings } from './actions/same-settings.ts'
import { openShareSheet, shareFile } from './deliver-file.ts'

/** The actions on videos in a viewer or list. No action rejects; each shows its result to the user. */
export interface Actions {
  /** Adds videos to the collection (`op` 1) or removes them (0). True when the change is stored; false without a login. */
  collect(ids: readonly string[], op: 0 | 1): Promise<boolean>
  /** Deletes creations after a confirmation. True when the deletion is stored. The user can undo it for a short time. */
  deleteCreations(ids: readonly string[]): Promise<boolean>
  downloadVideo(item: ViewerItem): Promise<void>
  /** Saves all videos in one zip file, which a worker creates. */
  downloadZip(items: readonly ViewerItem[], watch: ZipWatch): Promise<void>
  copyPrompt(item: ViewerItem): Promise<void>
  copyLink(item: ViewerItem): Promise<void>
  shareVideo(item: ViewerItem): Promise<void>
  sameSettings(creation: Creation): void
  /** Starts a new video with the last frame as its picture. False if the frame could not be read; the user sees the reason. */
  continueFromLastFrame(creation: Creation): Promise<boolean>
}

export function createActions(deps: ActionDeps): Actions {
  return {
    async collect(ids, op) {
      const isStored = await collect(ids, op, deps)
      if (isStored) track('video_collect', { setting_number: ids.length, result: op === 1 ? 'added' : 'removed' })
      return isStored
    },
    async deleteCreations(ids) {
      const isStored = await deleteCreations(ids, deps)
      if (isStored) track('video_delete', { setting_number: ids.length })
      return isStored
    },
    downloadVideo(item) {
      track('video_download', trackedItem(item))
      return downloadVideo(item, deps)
    },
    downloadZip(items, watch) {
      track('zip_download', { setting_number: items.length })
      return downloadZip(items, watch, deps)
    },
    copyPrompt(item) {
      track('copy_prompt', trackedItem(item))
      return copyPrompt(item, deps)
    },
    copyLink(item) {
      track('copy_link', trackedItem(item))
      return copyLink(item, deps)
    },
    shareVideo(item) {
      track('video_share', trackedItem(item))
      return shareVideo(item, deps)
    },
    sameSettings(creation) {
      track('creation_reuse', { name: trackMode(creation.bizType), source: 'settings' })
      sameSettings(creation, deps)
    },
    continueFromLastFrame(creation) {
      track('creation_reuse', { name: trackMode(creation.bizType), source: 'last_frame' })
      return continueFromLastFrame(creation, deps)
    },
  }
}

/** Copies the prompt. For an effect without a prompt, it copies the effect's id, which is enough to make the same video. */
export async function copyPrompt(item: ViewerItem, { copy, notify }: Pick<ActionDeps, 'copy' | 'notify'>): Promise<void> {
  const words = copiedText(item)
  if (words === '') return notify({ id: 'copy', color: 'error', title: text('action.templateIdUnavailable') })
  const isCopied = await copy(words)
  await notify({
    id: 'copy',
    ...(isCopied ? { color: 'success', title: text('action.copied') } : { color: 'error', title: text('action.copyFailed') }),
  })
}

function copiedText(item: ViewerItem): string {
  if (item.kind === 'media') return item.creation.prompt || (item.creation.templateId ?? '')
  return item.template.prompt || item.template.id
}

/** Adds creations to the collection (`op` 1) or removes them from it (0). */
export async function collect(ids: readonly string[], op: 0 | 1, deps: ActionDeps): Promise<boolean> {
  if (ids.length === 0 || !(await deps.login(text('action.loginToCollect')))) return false
  if ((await sendMutation(ids, { kind: 'collect', op }, deps)).length === 0) return false
  await deps.notify({
    id: 'collect',
    color: 'success',
    title: text(op === 1 ? 'action.collected' : 'action.uncollected'),
    ...offlineDescription(deps),
  })
  return true
}

type Share = NonNullable<ActionDeps['share']>

/**
 * Shares the video file, else the link. If there is no share sheet or sharing fails, the link is copied. If the user cancels, no message is
 * shown.
 */
export async function shareVideo(item: ViewerItem, deps: ActionDeps): Promise<void> {
  if (deps.share === null) return copyLink(item, deps)
  await shareOrCopyLink(item, await sharedFileOf(item, deps), deps.share, deps)
}

async function shareOrCopyLink(item: ViewerItem, file: File | null, share: Share, deps: ActionDeps): Promise<void> {
  const link = { title: titleOf(item), url: deps.origin + viewerItemPath(item) }
  const answer = await (file === null ? openShareSheet(link, share) : shareFile(file, share))
  if (answer === 'shared' && file === null && isOwn(item))
    await deps.notify({ id: 'share', color: 'info', title: text('action.ownerOnlyLink') })
  if (answer === 'late')
    await deps.notify({
      id: 'share',
      color: 'info',
      title: text('action.shareReady'),
      action: { label: text('action.share'), run: () => void shareOrCopyLink(item, file, share, deps) },
    })
  if (answer === 'failed') await copyLink(item, deps)
}

/** The file to share; null if only the link can be shared. A shared file counts as a download, which requires a login. */
async function sharedFileOf(item: ViewerItem, deps: ActionDeps): Promise<File | null> {
  const [url] = videoUrls(item)
  if (url === undefined || !deps.hasAccount() || !deps.canShareFile(new File([], videoName(item, url), { type: 'video/mp4' }))) return null
  const fetched = await fetchFirst(videoUrls(item), deps.fetchFile)
  return fetched && new File([fetched.blob], videoName(item, fetched.url), { type: fetched.blob.type })
}

export async function copyLink(item: ViewerItem, { copy, notify, origin }: Pick<ActionDeps, 'copy' | 'notify' | 'origin'>): Promise<void> {
  const isCopied = await copy(origin + viewerItemPath(item))
  const ownerNote = isOwn(item) ? { description: text('action.ownerOnlyLink') } : {}
  await notify({
    id: 'copy',
    ...(isCopied
      ? { color: 'success', title: text('action.linkCopied'), ...ownerNote }
      : { color: 'error', title: text('action.linkCopyFailed') }),
  })
}

/** Whether the item belongs to this account. Gallery items are public; only the owner can open a creation. */
function isOwn({ kind }: ViewerItem): boolean {
  return kind === 'media'
}
