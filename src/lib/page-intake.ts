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
    bring(event.dataTransfer?.files)
  })
  addEventListener('paste', (event) => {
    const isTaken = pageIntake.hasTaker()
    if (bring(event.clipboardData?.files) && isTaken) event.preventDefault()
  })
}

function bring(list: FileList | undefined): boolean {
  const [first, ...others] = list ?? []
  if (first === undefined) return false
  pageIntake.bring([first, ...others])
  return true
}
