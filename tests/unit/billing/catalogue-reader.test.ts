import { describe, expect, test } from 'vitest'
import type { SkuPageData } from '#shared/api/catalogue.ts'
import type { CataloguePages, StoredCatalogue } from '#shared/storage/billing-records.ts'
import { noAnswer } from '#shared/api/client.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import { type CatalogueState, createCatalogueReader } from '#src/billing/catalogue.ts'
import { freeFeatures } from '#src/billing/shop/plans-section.tsx'
import { groupCatalogue } from '#src/billing/catalogue-groups.ts'
import { proxy, snapshot } from '#src/store/state.ts'
import { pack, pages, sku, weeklySku } from './catalogue-builders.ts'

const NOW_MS = 1_800_000_000_000
const visitorFacts = { owner: '', version: 0, isOnline: true }
const memberFacts = { owner: 'ann', version: 0, isOnline: true }
const halvedPages = pages([pack(100, 499, { discountPrice: 249 })])
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** A server whose answers the test triggers, and a device that may have stored a catalogue. */
function createWorld(storedCatalogue?: StoredCatalogue | Promise<StoredCatalogue>) {
  const state = proxy<CatalogueState>({ status: 'loading', pages: null, readAtMs: 0, isReading: false, problem: null })
  const pendingReads: { page: keyof CataloguePages; currency: string | undefined; answer: (result: Result<SkuPageData>) => void }[] = []
  const storedCatalogues: StoredCatalogue[] = []
  const reader = createCatalogueReader(state, {
    readPage: (page, currency) => new Promise((answer) => pendingReads.push({ page, currency, answer })),
    readStored: async () => storedCatalogue,
    store: async (catalogue) => storedCatalogues.push(structuredClone(catalogue)),
    nowMs: () => NOW_MS,
  })
  const reply = async (result: (page: keyof CataloguePages) => Result<SkuPageData>) => {
    for (const { page, answer } of pendingReads.splice(0)) answer(result(page))
    await settle()
  }
  return {
    state,
    storedCatalogues,
    pendingReads,
    reader,
    answer: (answeredPages = pages()) => reply((page) => ok(answeredPages[page])),
    refuse: () => reply(() => fail(noAnswer('down'))),
    reply,
    firstPack: () => snapshot(state).pages?.page2.skus[0],
  }
}

describe('the catalogue', () => {
  test('is loading until the server has answered all three pages, then ready, and stored with its owner', async () => {
    const { reader, state, answer, storedCatalogues, pendingReads } = createWorld()
    reader.loadMissing(visitorFacts)
    expect([state.status, state.isReading, pendingReads.map(({ page }) => page)]).toEqual(['loading', true, ['page1', 'page2', 'page3']])
    await answer()
    expect([state.status, state.isReading, state.readAtMs, state.problem]).toEqual(['there', false, NOW_MS, null])
    expect(storedCatalogues).toEqual([{ owner: '', pages: pages(), storedAtMs: NOW_MS }])
  })

  test('is read anew in the chosen currency, and an answer in the old one is ignored', async () => {
    const { reader, state, answer, storedCatalogues, pendingReads } = createWorld()
    reader.loadMissing({ ...visitorFacts, currency: 'EUR' })
    const earlierReads = pendingReads.splice(0)
    reader.loadMissing({ ...visitorFacts, currency: 'JPY' })
    for (const earlierRead of earlierReads) earlierRead.answer(ok(pages()[earlierRead.page]))
    await settle()
    expect([earlierReads.map(({ currency }) => currency), pendingReads.map(({ currency }) => currency)]).toEqual([
      ['EUR', 'EUR', 'EUR'],
      ['JPY', 'JPY', 'JPY'],
    ])
    expect([state.status, storedCatalogues]).toEqual(['loading', []])
    await answer(pages([pack(100, 750, { currencyCode: 'JPY' })]))
    expect([state.status, storedCatalogues[0]?.pages.page2.skus[0]?.currencyCode]).toEqual(['there', 'JPY'])
  })

  test('is failed with the reason when no copy exists, also when only one page is missing, and can be retried', async () => {
    const { reader, state, answer, reply, pendingReads } = createWorld()
    reader.loadMissing(visitorFacts)
    await reply((page) => (page === 'page3' ? fail(noAnswer('down')) : ok(pages()[page])))
    expect([state.status, state.problem, state.pages]).toEqual(['failed', '40001', null])
    reader.loadMissing(visitorFacts)
    expect(pendingReads).toEqual([])
    reader.reload()
    expect(state.status).toBe('loading')
    await answer()
    expect([state.status, state.problem]).toEqual(['there', null])
  })

  test('is shown from this device at once, and marked as stored until the server answers', async () => {
    const { reader, state, answer } = createWorld({ owner: '', pages: pages(), storedAtMs: 5 })
    reader.loadMissing(visitorFacts)
    await settle()
    expect([state.status, state.isReading, state.readAtMs]).toEqual(['stored', true, 5])
    await answer()
    expect([state.status, state.readAtMs]).toEqual(['there', NOW_MS])
  })

  test('stays stored when the server does not answer, and is read when the connection is back', async () => {
    const { reader, state, answer, refuse } = createWorld({ owner: '', pages: pages(), storedAtMs: 5 })
    reader.loadMissing({ ...visitorFacts, isOnline: false })
    await refuse()
    expect([state.status, state.problem, state.pages]).toEqual(['stored', '40001', pages()])
    reader.loadMissing(visitorFacts)
    await answer()
    expect([state.status, state.problem]).toEqual(['there', null])
  })

  test('a slow device does not replace the server’s answer', async () => {
    let finishStoredRead: (stored: StoredCatalogue) => void = () => undefined
    const { reader, state, answer } = createWorld(new Promise((resolve) => (finishStoredRead = resolve)))
    reader.loadMissing(visitorFacts)
    await answer()
    expect(state.status).toBe('there')
    finishStoredRead({ owner: '', pages: pages([]), storedAtMs: 5 })
    await settle()
    expect([state.status, snapshot(state).pages]).toEqual(['there', pages()])
  })

  test('is read anew after a purchase, and shown meanwhile', async () => {
    const { reader, state, answer, pendingReads, firstPack } = createWorld()
    reader.loadMissing(memberFacts)
    await answer()
    reader.loadMissing(memberFacts)
    expect(pendingReads).toEqual([])
    reader.loadMissing({ ...memberFacts, version: 1 })
    expect([state.status, pendingReads.length]).toEqual(['there', 3])
    await answer(halvedPages)
    expect(firstPack()?.discountPrice).toBe(249)
  })

  test('a purchase during a reading is followed by another one', async () => {
    const { reader, answer, pendingReads, firstPack } = createWorld()
    reader.loadMissing(memberFacts)
    reader.loadMissing({ ...memberFacts, version: 1 })
    expect(pendingReads).toHaveLength(3)
    await answer()
    expect(pendingReads).toHaveLength(3)
    await answer(halvedPages)
    expect(firstPack()?.discountPrice).toBe(249)
  })

  test('another account’s offers show without their discount, can not be bought, and are read anew', async () => {
    const { reader, state, answer, pendingReads, firstPack } = createWorld()
    reader.loadMissing(memberFacts)
    await answer(halvedPages)
    reader.loadMissing(visitorFacts)
    expect([state.status, firstPack()]).toEqual(['stored', pack(100, 499)])
    expect(pendingReads).toHaveLength(3)
    await answer()
    expect(state.status).toBe('there')
  })

  test('an answer for a logged-out account is dropped, and requested for the next one', async () => {
    const { reader, state, answer, storedCatalogues } = createWorld()
    reader.loadMissing(memberFacts)
    reader.loadMissing(visitorFacts)
    await answer(halvedPages)
    expect([state.status, storedCatalogues]).toEqual(['loading', []])
    await answer()
    expect([state.status, storedCatalogues.map(({ owner }) => owner)]).toEqual(['there', ['']])
  })

  test('stored discounts of another account are left out', async () => {
    const { reader, refuse, firstPack } = createWorld({ owner: 'ann', pages: halvedPages, storedAtMs: 5 })
    reader.loadMissing(visitorFacts)
    await refuse()
    expect(firstPack()).toEqual(pack(100, 499))
  })
})

describe('the groups of the catalogue', () => {
  test('hold plans by their duration, the trial, and packs of both pages from small to large', () => {
    const groups = groupCatalogue(pages([pack(800, 2499), pack(100, 499), pack(300, 1199)]))
    expect([groups.weekly?.skuId, groups.yearly?.skuId, groups.trial?.skuId]).toEqual([
      'premium_weekly',
      'premium_yearly',
      'basic_free_trial',
    ])
    expect(groups.packs.map(({ points }) => points)).toEqual([100, 300, 800])
  })

  test('leave out what is neither a plan nor a pack with points', () => {
    const oddPages = { ...pages([sku({ skuId: 'empty' }), pack(0, 100)]), page1: { features: [], qaList: [], skus: [weeklySku] } }
    expect(groupCatalogue(oddPages)).toMatchObject({ yearly: null, trial: null, packs: [] })
  })

  test('the free page has the free offers', () => {
    expect(
      freeFeatures([
        { title: 'Templates', basic: '', premium: 'All' },
        { title: 'Support', basic: 'Normal', premium: 'First' },
      ]),
    ).toEqual([{ title: 'Support', basic: 'Normal', premium: 'First' }])
  })
})
