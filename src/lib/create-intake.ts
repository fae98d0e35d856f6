/** The files that were brought at once, in their order. */
export type BroughtFiles = readonly [File, ...File[]]
export type FileTaker = (files: BroughtFiles) => void

interface Waiting {
  readonly path: string
  readonly files: BroughtFiles
}

/**
 * Hands brought files to the screen that takes files. What comes before the screen has started waits for it,
 * and is let go when another screen comes instead. `pathNow` is the address without its query.
 */
export function createIntake(pathNow: () => string) {
  let taker: FileTaker | null = null
  let waiting: Waiting | null = null
  return {
    hasTaker: () => taker !== null,
    bring(files: BroughtFiles): void {
      if (taker === null) waiting = { path: pathNow(), files }
      else taker(files)
    },
    /** Keeps files for the screen that has just been asked for, whoever takes them here. */
    pass(files: BroughtFiles): void {
      waiting = { path: pathNow(), files }
    },
    /** Gives every file to this screen until the answer is called. */
    open(next: FileTaker): () => void {
      taker = next
      const early = waiting
      waiting = null
      if (early?.path === pathNow()) next(early.files)
      return () => {
        if (taker === next) taker = null
      }
    },
  }
}
