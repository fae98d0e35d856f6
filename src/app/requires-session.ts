import { matchRoute } from '#shared/domain/screens.ts'

/** Not the payment results: they also stand in a frame of the app, where somebody is known already. */
export function requiresSession(path: string): boolean {
  const route = matchRoute(path)
  return route !== 'paySuccess' && route !== 'payCancel'
}

/** A payment's result inside the frame of a checkout: the app is there already, around it. */
export function isFramedResult(path: string, isFramed: boolean): boolean {
  return isFramed && !requiresSession(path)
}
