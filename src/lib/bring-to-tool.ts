import type { BroughtFiles } from './create-intake.ts'
import { linkTo } from './routes.ts'

interface BringDeps {
  readonly go: (path: string) => void
  /** The address is the tool's already, though another screen is still shown. */
  readonly isThere: () => boolean
  /** Keeps the files for the screen that was gone to. */
  readonly pass: (files: BroughtFiles) => void
}

/** Opens the form for one picture with these files, as if they had been brought there. */
export function bringToTool(files: BroughtFiles, { go, isThere, pass }: BringDeps): void {
  if (!isThere()) go(linkTo('imageToVideo'))
  pass(files)
}
