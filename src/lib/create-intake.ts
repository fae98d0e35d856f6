export type FileTaker = (file: File, brought: number) => void

interface Waiting {
  readonly path: string
  readonly file: File
  readonly brought: number
}

/**
 * Hands a brought file to the screen that takes files. One that comes before the screen has started waits for it,
 * and is let go when another screen comes instead. `pathNow` is the address without its query.
 */
export function createIntake(pathNow: () => string) {
  let taker: FileTaker | null = null
  let waiting: Waiting | null = null
  return {
    hasTaker: () => taker !== null,
    bring(file: File, brought: number): void {
      if (taker === null) waiting = { path: pathNow(), file, brought }
      else taker(file, brought)
    },
    /** Gives every file to this screen until the answer is called. */
    open(next: FileTaker): () => void {
      taker = next
      const early = waiting
      waiting = null
      if (early?.path === pathNow()) next(early.file, early.brought)
      return () => {
        if (taker === next) taker = null
      }
    },
  }
}
