export interface SettlerDeps<Value> {
  readonly delayMs: number
  /** Runs something later; the answer cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
  readonly onSettled: (value: Value) => void
}

/** Tells a value once nothing newer has come for a while. */
export function createSettler<Value>({ delayMs, setTimer, onSettled }: SettlerDeps<Value>) {
  let cancel: () => void = () => undefined
  return {
    propose(value: Value): void {
      cancel()
      cancel = setTimer(() => onSettled(value), delayMs)
    },
    stop: () => cancel(),
  }
}
