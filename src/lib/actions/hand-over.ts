import { text } from '#src/lib/i18n.ts'
import type { ActionDeps } from './action-deps.ts'
import { shareOrStay } from './share-or-stay.ts'

/** Gives a file to the person: into the downloads, else by the share sheet, else opened beside the page. False when that failed, which has been told. */
export async function handOver(file: File, deps: ActionDeps): Promise<boolean> {
  if (deps.canSave()) {
    deps.saveFile(file, file.name)
    return true
  }
  if (deps.share === null || !deps.canShareFile(file)) {
    deps.open(URL.createObjectURL(file))
    return true
  }
  const answer = await shareOrStay({ title: file.name, files: [file] }, deps.share)
  if (answer === 'late')
    await deps.tell({
      id: 'download',
      color: 'info',
      title: text('action.fileReady'),
      description: file.name,
      action: { label: text('action.save'), run: () => void handOver(file, deps) },
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
