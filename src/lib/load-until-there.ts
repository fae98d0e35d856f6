import type { PartWatch } from './create-part-watch.ts'
import { canFetchParts } from './can-fetch-parts.ts'
import { keepTrying } from './keep-trying.ts'
import { partWatch } from './part-watch.ts'

/** One lost packet is no reason to trouble anybody. */
const FAILURES_THAT_COUNT = 2

/** Loads a part of the page that is drawn later, again until it is there: a press on a bad connection must not end the whole app. */
export function loadUntilThere<T>(load: () => Promise<T>, watch: PartWatch = partWatch, canFetch = canFetchParts): Promise<T> {
  const part = Symbol('part')
  let failures = 0
  return new Promise((resolve) => {
    void keepTrying(async () => {
      if (!(await canFetch())) {
        watch.unreachable(part)
        throw new Error('The server can not be reached for a part of the page.')
      }
      try {
        resolve(await load())
        watch.loaded(part)
      } catch (error) {
        dropFailedStyles()
        failures += 1
        if (failures >= FAILURES_THAT_COUNT) void watch.failed(part)
        throw error
      }
    })
  })
}

/** A style sheet that did not load keeps its element, and then nobody would ask for it again. */
function dropFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.sheet === null) link.remove()
}
