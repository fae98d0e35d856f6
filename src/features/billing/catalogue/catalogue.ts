import { useEffect } from 'react'
import type { CatalogueState } from './catalogue-state.ts'
import { getSkus } from '#shared/api/catalogue.ts'
import { openRecords } from '#shared/browser/record-store.ts'
import { catalogueRecord } from '#shared/storage/catalogue-record.ts'
import { HISTORY_DATABASE } from '#shared/storage/keys.ts'
import { api } from '#src/lib/api.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { subscribe, useSnapshot } from '#src/lib/state.ts'
import { storedBusinessUserId } from '#src/lib/stored-business-user-id.ts'
import { catalogueState } from './catalogue-state.ts'
import { createCatalogueReader } from './create-catalogue-reader.ts'

const CATALOGUE_KEY = 'catalogue'
/** How long prices count as fresh when somebody looks at them again, in ms. */
const CATALOGUE_FRESH_MS = 10 * 60 * 1000
const COUNTRY = { clientCountryCode: 'US', iosCountryCode: 'USA' } as const

const records = openRecords(HISTORY_DATABASE)
const reader = createCatalogueReader(catalogueState, {
  readPage: (page) => api.call(getSkus, { ...COUNTRY, page }),
  readStored: () => records.read(CATALOGUE_KEY, catalogueRecord),
  store: (catalogue) => records.write(CATALOGUE_KEY, catalogueRecord, catalogue),
  nowMs: Date.now,
})
let isFollowed = false

/** From the first need on the catalogue follows the account, its purchases and the connection. */
export function needCatalogue(): void {
  if (isFollowed) {
    const isOld = catalogueState.status === 'there' && Date.now() - catalogueState.readAtMs > CATALOGUE_FRESH_MS
    if (isOld) reader.again()
    return
  }
  isFollowed = true
  subscribe(hubState, look)
  look()
}

/** For a person who presses "Try again". */
export function rereadCatalogue(): void {
  needCatalogue()
  reader.again()
}

function look(): void {
  const { identity, billing, connection } = hubState
  const owner = identity?.businessUserId ?? storedBusinessUserId()
  reader.look({ owner, version: billing.historyVersion, isOnline: connection.isOnline })
}

export function useCatalogue(): Readonly<CatalogueState> {
  useEffect(needCatalogue, [])
  return useSnapshot(catalogueState) as Readonly<CatalogueState>
}
