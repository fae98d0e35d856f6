import { useEffect } from 'react'
import { type Sku, type SkuPageData, getSkus } from '#shared/api/catalogue.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { type CataloguePages, type StoredCatalogue, catalogueRecord } from '#shared/storage/billing-records.ts'
import { CATALOGUE_KEY, HISTORY_DATABASE } from '#shared/storage/records.ts'
import { api } from '#src/hub-client/api.ts'
import { hubState, proxy, ref, subscribe, useSnapshot } from '#src/store/state.ts'
import { subscribeKeys } from '#src/store/subscribe-keys.ts'
import { createListCache } from '#src/store/list-cache.ts'
import { storedBusinessUserId } from '#src/store/cookies.ts'
import { type Result, type AppErrorCode, ok } from '#shared/result.ts'
import { currencyFacts, currencyState, followCurrencyOfTabs } from './currency-choice.ts'

export interface CatalogueState {
  /** `stored`: the prices are a copy on this device. They may be outdated, so buying is disabled. */
  status: 'loading' | 'stored' | 'there' | 'failed'
  /** The prices. They are replaced as a whole and stored as a `ref`, so that no proxy is created for each price. */
  pages: CataloguePages | null
  /** When the server returned the prices, in ms since 1970. */
  readAtMs: number
  isReading: boolean
  problem: AppErrorCode | null
}

export const catalogueState = proxy<CatalogueState>({ status: 'loading', pages: null, readAtMs: 0, isReading: false, problem: null })

/** How long prices count as fresh when they are viewed again, in ms. */
const CATALOGUE_FRESH_MS = 10 * 60 * 1000
const IOS_COUNTRY = 'USA'

const records = openRecords(HISTORY_DATABASE)
const reader = createCatalogueReader(catalogueState, {
  readPage: (page, currency) => api.call(getSkus, { ...currencyFacts(currency), iosCountryCode: IOS_COUNTRY, page }),
  readStored: () => records.read(CATALOGUE_KEY, catalogueRecord),
  store: (catalogue) => records.write(CATALOGUE_KEY, catalogueRecord, catalogue),
  nowMs: Date.now,
})
let isFollowingChanges = false

/**
 * Loads the catalogue on the first call, and on later calls if it is older than `CATALOGUE_FRESH_MS`. After the first call, a change of the
 * account, its purchases or the chosen currency reloads it, and so does a reconnect if no load has succeeded.
 */
export function ensureCatalogue(): void {
  if (isFollowingChanges) {
    const isOutdated = catalogueState.status === 'there' && Date.now() - catalogueState.readAtMs > CATALOGUE_FRESH_MS
    if (isOutdated) reader.reload()
    return
  }
  isFollowingChanges = true
  subscribeKeys(hubState, ['identity', 'billing', 'connection'], loadForHubState)
  subscribe(currencyState, loadForHubState)
  followCurrencyOfTabs()
  loadForHubState()
}

export function rereadCatalogue(): void {
  ensureCatalogue()
  reader.reload()
}

function loadForHubState(): void {
  const { identity, billing, connection } = hubState
  const owner = identity?.businessUserId ?? storedBusinessUserId()
  reader.loadMissing({ owner, version: billing.historyVersion, isOnline: connection.isOnline, currency: currencyState.chosenCode })
}

export function useCatalogue(): Readonly<CatalogueState> {
  useEffect(ensureCatalogue, [])
  return useSnapshot(catalogueState) as Readonly<CatalogueState>
}

export interface CatalogueFacts {
  /** The account; '' for a visitor. */
  readonly owner: string
  /** Increases with each purchase. A new plan changes the prices of packs, so the catalogue is loaded again. */
  readonly version: number
  readonly isOnline: boolean
  /** The currency that the user has chosen; undefined without a choice. */
  readonly currency?: string | undefined
}

export interface CatalogueSource {
  readonly readPage: (page: keyof CataloguePages, currency: string | undefined) => Promise<Result<SkuPageData>>
  readonly readStored: () => Promise<StoredCatalogue | undefined>
  readonly store: (catalogue: StoredCatalogue) => Promise<unknown>
  readonly nowMs: () => number
}

interface CatalogueReader {
  /** Loads the catalogue if it is not loaded yet for these facts. */
  loadMissing(facts: CatalogueFacts): void
  /** Loads the catalogue again, even if it is loaded. */
  reload(): void
}

/**
 *   loading ---> there    (the server has answered)
 *      |  \----> stored   (a copy is on this device, and the server has not answered yet, or with an error)
 *      \-------> failed   (no copy is on this device, and the load has failed)
 * If a reload of a `there` catalogue fails, it becomes `stored`. A new load turns `failed` into `loading`.
 * Another account's copy is shown without its discounts, as `stored`.
 */
export function createCatalogueReader(state: CatalogueState, source: CatalogueSource): CatalogueReader {
  let facts: CatalogueFacts | null = null
  const cache = createListCache({
    nowMs: source.nowMs,
    async showCopy() {
      const storedCatalogue = state.status === 'loading' ? await source.readStored() : undefined
      if (storedCatalogue === undefined || state.status !== 'loading') return undefined
      const pages = storedCatalogue.owner === facts?.owner ? storedCatalogue.pages : withoutDiscounts(storedCatalogue.pages)
      Object.assign(state, { status: 'stored', pages: ref(pages), readAtMs: storedCatalogue.storedAtMs })
      return undefined
    },
    async ask() {
      const { owner = '', currency } = facts ?? {}
      state.isReading = true
      const answer = await readPages((page) => source.readPage(page, currency))
      if (!answer.ok) await cache.showCopyOnce()
      state.isReading = false
      if (facts?.owner !== owner || facts.currency !== currency) return false
      if (answer.ok) showPages(answer.value, owner)
      else Object.assign(state, { status: state.pages === null ? 'failed' : 'stored', problem: answer.error.code })
      return answer.ok
    },
  })

  function showPages(pages: CataloguePages, owner: string): void {
    const readAtMs = source.nowMs()
    Object.assign(state, { status: 'there', pages: ref(pages), readAtMs, problem: null })
    void source.store({ owner, pages, storedAtMs: readAtMs })
  }

  return {
    loadMissing(nextFacts) {
      const previousFacts = facts
      facts = nextFacts
      const isOtherAccount = previousFacts !== null && previousFacts.owner !== nextFacts.owner
      if (isOtherAccount && state.pages !== null) {
        Object.assign(state, { status: 'stored', pages: ref(withoutDiscounts(state.pages)), problem: null })
      }
      const hasReconnected = nextFacts.isOnline && previousFacts?.isOnline === false && state.status !== 'there'
      if (hasReconnected || !needsSameCatalogue(previousFacts, nextFacts)) void cache.reload()
    },
    reload() {
      if (state.status === 'failed') Object.assign(state, { status: 'loading', problem: null })
      void cache.reload()
    },
  }
}

function needsSameCatalogue(one: CatalogueFacts | null, other: CatalogueFacts): boolean {
  return one !== null && one.owner === other.owner && one.version === other.version && one.currency === other.currency
}

/** Reads all pages. If one fails, the result is its error, because a partial catalogue would seem complete. */
async function readPages(readPage: (page: keyof CataloguePages) => Promise<Result<SkuPageData>>): Promise<Result<CataloguePages>> {
  const [page1, page2, page3] = await Promise.all([readPage('page1'), readPage('page2'), readPage('page3')])
  if (!page1.ok) return page1
  if (!page2.ok) return page2
  if (!page3.ok) return page3
  return ok({ page1: page1.value, page2: page2.value, page3: page3.value })
}

/** The catalogue without discounts, because discounts belong to one account. */
function withoutDiscounts({ page1, page2, page3 }: CataloguePages): CataloguePages {
  return { page1: atFullPrice(page1), page2: atFullPrice(page2), page3: atFullPrice(page3) }
}

function atFullPrice(page: SkuPageData): SkuPageData {
  return { ...page, skus: page.skus.map(({ discountPrice: _, ...sku }): Sku => sku) }
}
