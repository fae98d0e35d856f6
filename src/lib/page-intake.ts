import { createIntake } from './create-intake.ts'
import { hasFiles } from './has-files.ts'
import { screenPath } from './screen-location.ts'

/** Files dropped or pasted anywhere in this tab. */
export const pageIntake = createIntake(() => screenPath())

/** Begins to listen; from then on a dropped file never takes the tab away from the app, whatever screen is open. */
export function followIntake(): void {
  addEventListener('dragover', (event) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault()
  })
  addEventListener('drop', (event) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    bringFirst(event.dataTransfer?.files)
  })
  addEventListener('paste', (event) => {
    const isTaken = pageIntake.hasTaker()
    if (bringFirst(event.clipboardData?.files) && isTaken) event.preventDefault()
  })
}

function bringFirst(files: FileList | undefined): boolean {
  const file = files?.[0]
  if (files === undefined || file === undefined) return false
  pageIntake.bring(file, files.length)
  return true
}
