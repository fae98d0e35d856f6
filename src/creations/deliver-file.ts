import { text } from '#src/i18n/i18n.ts'
import type { ActionDeps, SharedData } from './action-deps.ts'

/** Saves a file to the downloads, else through the share sheet, else opens it in a new tab. False after a failure, which is reported. */
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
    await deps.tell({
      id: 'download',
      color: 'info',
      title: text('action.fileReady'),
      description: file.name,
      action: { label: text('action.save'), run: () => void deliverFile(file, deps) },
    })
  if (answer === 'failed')
    await deps.tell({
      id: 'download',
      color: 'error',
      title: text('action.downloadFailed'),
      description: text('action.downloadFailedHint'),
    })
  return answer !== 'failed'
}

type Share = NonNullable<ActionDeps['share']>

/** late: the browser requires a new press, because the last one was too long ago. */
type ShareAnswer = 'shared' | 'cancelled' | 'late' | 'failed'

/** Opens the share sheet with a file; returns the outcome and never throws. */
export function shareFile(file: File, share: Share): Promise<ShareAnswer> {
  return openShareSheet({ files: [file] }, share)
}

/** Opens the share sheet; returns the outcome and never throws. */
export async function openShareSheet(what: SharedData, share: Share): Promise<ShareAnswer> {
  try {
    await share(what)
    return 'shared'
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return 'cancelled'
    return name === 'NotAllowedError' ? 'late' : 'failed'
  }
}
