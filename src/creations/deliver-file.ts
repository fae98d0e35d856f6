import { text } from '#src/i18n/i18n.ts'
import type { ActionDeps, SharedData } from './action-deps.ts'

/**
 * Gives a file to the user: saves it to the downloads, else opens the share sheet, else a new tab. False after a failure, which is
 * shown.
 */
export async function deliverFile(file: File, deps: ActionDeps): Promise<boolean> {
  if (deps.canSave()) {
    deps.saveFile(file, file.name)
    return true
  }
  if (deps.share === null || !deps.canShareFile(file)) {
    deps.open(URL.createObjectURL(file))
    return true
  }
  const answer = await shareFile(file, deps.share)
  if (answer === 'late')
    await deps.notify({
      id: 'download',
      color: 'info',
      title: text('action.fileReady'),
      description: file.name,
      action: { label: text('action.save'), run: () => void deliverFile(file, deps) },
    })
  if (answer === 'failed')
    await deps.notify({
      id: 'download',
      color: 'error',
      title: text('action.downloadFailed'),
      description: text('action.downloadFailedHint'),
    })
  return answer !== 'failed'
}

type Share = NonNullable<ActionDeps['share']>

/** late: the last press was too long ago, so the browser requires another one. */
type ShareAnswer = 'shared' | 'cancelled' | 'late' | 'failed'

/** Opens the share sheet for a file. Resolves to the outcome and never rejects. */
export function shareFile(file: File, share: Share): Promise<ShareAnswer> {
  return openShareSheet({ files: [file] }, share)
}

/** Opens the share sheet. Resolves to the outcome and never rejects. */
export async function openShareSheet(data: SharedData, share: Share): Promise<ShareAnswer> {
  try {
    await share(data)
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'cancelled'
    return name === 'NotAllowedError' ? 'late' : 'failed'
  }
}
