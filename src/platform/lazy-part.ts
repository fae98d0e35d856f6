import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { addTexts } from './i18n.ts'
import { preloadLater } from './preload.ts'
import { type PartWatch, partWatch } from './part-watch.ts'
import { keepTrying } from './retry.ts'
import { isServerThere } from './build-info.ts'

/** One lost packet is no reason to trouble anybody. */
const FAILURES_THAT_COUNT = 2

type Part<Props> = LazyExoticComponent<ComponentType<Props>>
type Load<Props> = () => Promise<ComponentType<Props>>

/** A part of the page that is loaded when it is first drawn, with the files of texts that only it needs. */
export function lazyPart<Props = unknown>(files: readonly string[], load: Load<Props>): Part<Props> {
  return createPart(files, load).Part
}

/** A part that a press is likely to ask for: it is loaded before that, when there is nothing else to do. */
export function preloadedPart<Props = unknown>(files: readonly string[], load: Load<Props>): Part<Props> {
  const { Part, loadWhole } = createPart(files, load)
  preloadLater(async () => void ((await canFetchParts()) && (await loadWhole())))
  return Part
}

const loads = new WeakMap<object, () => Promise<unknown>>()

/** Loads a part ahead, so that it is drawn with the rest; rejects when it can't be had. */
export async function loadPart(part: object): Promise<void> {
  await loads.get(part)?.()
}

function createPart<Props>(files: readonly string[], load: Load<Props>) {
  let loaded: { readonly default: ComponentType<Props> } | undefined
  const loadWhole = async () => {
    const [part, ...hasTexts] = await Promise.all([load(), ...files.map(addTexts)])
    if (hasTexts.includes(false)) throw new Error(`The texts of ${files.join(', ')} are not there yet.`)
    return (loaded = { default: part })
  }
  const Part: Part<Props> = lazy(() => (loaded === undefined ? loadUntilThere(loadWhole) : atOnce(loaded)))
  loads.set(Part, loadWhole)
  return { loadWhole, Part }
}

/** What is here already is drawn with the press itself; a promise would cost a drawing without it. */
function atOnce<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable -- React asks a lazy part's promise once, and draws on when it answers at once
  return { then: (resolve: (value: T) => void) => resolve(value) } as unknown as Promise<T>
}

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

/** A browser remembers a script that it could not fetch for as long as the page lives, so that what is sure to fail is not tried. */
export async function canFetchParts(): Promise<boolean> {
  const isStored = navigator.serviceWorker?.controller != null
  return isStored || navigator.onLine || isServerThere()
}
