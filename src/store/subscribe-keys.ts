import { subscribe } from './state.ts'

/**
 * Calls the listener when one of these keys of the state was assigned another value. A change inside a value does not count,
 * because the hub always replaces a topic as a whole. The returned function unsubscribes.
 */
export function subscribeKeys<State extends object>(state: State, keys: readonly (keyof State)[], listener: () => void): () => void {
  let values = keys.map((key) => state[key])
  return subscribe(state, () => {
    const formerValues = values
    values = keys.map((key) => state[key])
    if (values.some((value, index) => value !== formerValues[index])) listener()
  })
}
