import type { BroughtFiles } from './create-intake.ts'
import { linkTo } from './routes.ts'

interface BringDeps {
  readonly go: (path: string) => void
  /** Keeps the files for the screen that was gone to. */
  readonly pass: (files: BroughtFiles) => void
}

/** Opens the form for one picture with these files, as if they had been brought there. */
export function bringToTool(files: BroughtFiles, { go, pass }: BringDeps): void {
  go(linkTo('imageToVideo'))
  pass(files)
}
