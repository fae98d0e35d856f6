import { isoDay } from '#shared/domain/relative-time.ts'
import { text } from '#src/i18n/i18n.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import type { Result } from '#shared/result.ts'
import { type ActionDeps, type ZipWatch, videoName, videoUrls } from './action-deps.ts'
import { deliverFile } from './deliver-file.ts'
import { showToastWhenSlow } from './slow-toast.ts'

/** Saves the video under a readable name, from the first of its URLs that works. */
export async function downloadVideo(item: ViewerItem, deps: ActionDeps): Promise<void> {
  const urls = videoUrls(item)
  if (urls.length === 0)
    return deps.notify({ id: 'download', color: 'error', title: text('action.noVideoUrl'), description: text('action.noVideoUrlHint') })
  if (!(await deps.login(text('action.loginToDownload')))) return
  const fetched = await showToastWhenSlow(fetchFirst(urls, deps.fetchFile), text('action.preparing'), deps)
  if (fetched === null) {
    const description = text(deps.isOnline() ? 'action.downloadFailedHint' : 'action.downloadOffline')
    return deps.notify({ id: 'download', color: 'error', title: text('action.downloadFailed'), description })
  }
  const { blob, url } = fetched
  await deliverFile(new File([blob], videoName(item, url), { type: blob.type }), deps)
}

interface FetchedVideo {
  readonly url: string
  readonly blob: Blob
}

/** The video from the first URL that has it; null if none has. Text is not accepted, because it is the page of a captive portal. */
export async function fetchFirst(urls: readonly string[], fetchFile: (url: string) => Promise<Result<Blob>>): Promise<FetchedVideo | null> {
  for (const url of urls) {
    const answer = await fetchFile(url)
    if (answer.ok && answer.value.size > 0 && !answer.value.type.startsWith('text/')) return { url, blob: answer.value }
  }
  return null
}

/** Saves all videos in one zip. If videos are missing, the user sees how many, and the zip lists them. */
export async function downloadZip(items: readonly ViewerItem[], watch: ZipWatch, deps: ActionDeps): Promise<void> {
  if (!items.some((item) => videoUrls(item).length > 0))
    return deps.notify({ id: 'download', color: 'error', title: text('action.noVideoUrl'), description: text('action.noVideoUrlHint') })
  if (!(await deps.login(text('action.loginToDownload')))) return
  const urls = items.map(videoUrls)
  const names = uniqueNames(items.map((item, index) => videoName(item, urls[index]?.[0] ?? '')))
  const note = { name: `${text('action.zipNoteName')}.txt`, heading: text('action.zipNote') }
  const answer = await deps.zip({ entries: names.map((name, index) => ({ name, urls: urls[index] ?? [] })), note }, watch)
  if (answer.status === 'cancelled') return
  if (answer.status !== 'packed') {
    const hint = answer.status === 'full' ? 'action.zipFull' : 'action.zipFailedHint'
    const description = text(deps.isOnline() || answer.status === 'full' ? hint : 'action.downloadOffline')
    return deps.notify({ id: 'download', color: 'error', title: text('action.downloadFailed'), description })
  }
  const { file, missing } = answer
  const zipFile = new File([file], `kinora-${isoDay(deps.clock.nowMs())}.zip`, { type: 'application/zip' })
  if (!(await deliverFile(zipFile, deps))) return
  const title = text('action.zipReady', { count: items.length - missing.length })
  if (missing.length === 0) return deps.notify({ id: 'download', color: 'success', title })
  await deps.notify({
    id: 'download',
    color: 'error',
    title,
    description: text('action.zipMissing', { count: missing.length, total: items.length }),
  })
}

/** Makes file names unique, ignoring case: a second 'a.mp4' becomes 'a-2.mp4'. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const usedNames = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [baseName, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; usedNames.has(unique.toLowerCase()); number += 1) unique = `${baseName}-${number}${ending}`
    usedNames.add(unique.toLowerCase())
    return unique
  })
}
