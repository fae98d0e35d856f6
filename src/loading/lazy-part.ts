import { lazy, useEffect } from 'react'
import { addTexts } from '../i18n/i18n.ts'
import { preloadLater } from './preload.ts'
import { type PartWatch, partWatch } from './part-watch.ts'
import { retryUntilSuccess } from '../browser/retry.ts'
import { isServerThere } from '../browser/build-info.ts'

/** From this number of failures on, a failed load is reported. A single failure may be a lost packet. */
const REPORTED_FROM_FAILURES = 2

type Part<Props> = React.LazyExoticComponent<React.ComponentType<Props>>
type Load<Props> = () => Promise<React.ComponentType<Props>>

const loadersByPart = new WeakMap<object, () => Promise<unknown>>()

/** A component that is loaded, with its text files, when it is first rendered. */
export function lazyPart<Props = unknown>(textFiles: readonly string[], load: Load<Props>): Part<Props> {
  let loadedModule: { readonly default: React.ComponentType<Props> } | undefined
  const loadWithTexts = async () => {
    const [part, ...hasTexts] = await Promise.all([load(), ...textFiles.map(addTexts)])
    if (hasTexts.includes(false)) throw new Error(`The texts of ${textFiles.join(', ')} are not there yet.`)
    return (loadedModule = { default: part })
  }
  const Part: Part<Props> = lazy(() => (loadedModule === undefined ? loadUntilThere(loadWithTexts) : resolvedAtOnce(loadedModule)))
  loadersByPart.set(Part, loadWithTexts)
  return Part
}

/** A component that any screen may need. It is loaded in advance when the page is idle. */
export function preloadedPart<Props = unknown>(textFiles: readonly string[], load: Load<Props>): Part<Props> {
  const Part = lazyPart(textFiles, load)
  preloadWhenIdle(Part)
  return Part
}

/** Loads components in advance when the page is idle, after the caller's first render. Later changes of `parts` are ignored. */
export function usePreload(...parts: readonly object[]): void {
  // oxlint-disable-next-line react/exhaustive-deps -- the parts are constants of the caller's module
  useEffect(() => parts.forEach(preloadWhenIdle), [])
}

const queuedParts = new WeakSet()

function preloadWhenIdle(part: object): void {
  if (queuedParts.has(part)) return
  queuedParts.add(part)
  preloadLater(async () => void ((await canFetchParts()) && (await loadPart(part))))
}

/** Loads a component in advance, so that its first render does not suspend. Rejects if it can't be loaded. */
export async function loadPart(part: object): Promise<void> {
  await loadersByPart.get(part)?.()
}

/** A thenable that resolves synchronously. A component that is loaded already renders without suspending. */
function resolvedAtOnce<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable -- React calls `then` once, and renders without suspending if it resolves at once
  return { then: (resolve: (value: T) => void) => resolve(value) } as unknown as Promise<T>
}

/** Loads a part of the page, and retries until it succeeds: a bad connection must not crash the app. */
export function loadUntilThere<T>(load: () => Promise<T>, watch: PartWatch = partWatch, canFetch = canFetchParts): Promise<T> {
  const part = Symbol('part')
  let failures = 0
  return new Promise((resolve) => {
    void retryUntilSuccess(async () => {
      if (!(await canFetch())) {
        watch.reportUnreachable(part)
        throw new Error('The server can not be reached for a part of the page.')
      }
      try {
        resolve(await load())
        watch.reportLoaded(part)
      } catch (error) {
        dropFailedStyles()
        failures += 1
        if (failures >= REPORTED_FROM_FAILURES) void watch.reportFailure(part)
        throw error
      }
    })
  })
}

/** Removes the elements of style sheets that failed to load, because they would prevent a new request. */
function dropFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.sheet === null) link.remove()
}

/**
 * Whether an import can succeed now: a service worker serves it, or the network is available. A failed import must be avoided, because
 * browsers cache the failure until the page is reloaded.
 */
export async function canFetchParts(): Promise<boolean> {
  const isServedByWorker = navigator.serviceWorker?.controller != null
  return isServedByWorker || navigator.onLine || isServerThere()
}
