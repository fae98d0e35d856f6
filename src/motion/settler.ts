export interface SettlerDeps<Value> {
  readonly delayMs: number
  /** Schedules a callback; returns a function that cancels it. */
  readonly setTimer: (run: () => void, delayMs: number) => () => void
  readonly onSettled: (value: Value) => void
}

/** Debounces a value. */
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
