import { subscribe } from './state.ts'

/**
 * Calls the listener after one of these keys was assigned another value. A change within a value does not count: the hub
 * replaces each topic as a whole. Returns a function that stops it.
 */
export function subscribeKeys<State extends object>(state: State, keys: readonly (keyof State)[], listener: () => void): () => void {
  let known = keys.map((key) => state[key])
  return subscribe(state, () => {
    const before = known
    known = keys.map((key) => state[key])
    if (known.some((value, index) => value !== before[index])) listener()
  })
}
