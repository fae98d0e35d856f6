import { isServerThere } from './build-info.ts'

/** A browser remembers a script that it could not fetch for as long as the page lives, so that what is sure to fail is not tried. */
export async function canFetchParts(): Promise<boolean> {
  const isStored = navigator.serviceWorker?.controller != null
  return isStored || navigator.onLine || isServerThere()
}
