import { useEffect, useState } from 'react'
import { useLocation, useIsCovered, useScreenSearch } from '#src/routing/routes.ts'
import { useIsLoadingScreen } from '#src/routing/shown-location.tsx'
import { type HistoryAddress, readAddress, writeAddress } from '../history-query.ts'

/** The pause after typing before the address and the search are updated, in ms. */
const TYPED_AFTER_MS = 300

interface AddressField {
  readonly address: HistoryAddress
  /** The text in the search field; the address follows. */
  readonly words: string
  readonly type: (words: string) => void
  /** Applies the text at once. */
  readonly applyText: () => void
  readonly hrefOf: (change: Partial<HistoryAddress>) => string
  readonly go: (change: Partial<HistoryAddress>) => void
}

/**
 * Filters, search and layout in the address. Each filter is a history entry of its own; a search is a single one,
 * however long it is typed.
 */
export function useHistoryAddress(path: string): AddressField {
  const [, navigate] = useLocation()
  const isLoadingScreen = useIsLoadingScreen()
  const address = readAddress(useScreenSearch())
  const [typed, setTyped] = useState({ words: address.words, over: address.words })
  const words = typed.over === address.words ? typed.words : address.words
  const isCovered = useIsCovered(words.trim() !== address.words)
  const hrefOf = (change: Partial<HistoryAddress>) => writeAddress(path, { ...address, ...change })
  const applyText = () => {
    // Skipped after a navigation, and while a viewer is open.
    if (isLoadingScreen || isCovered || words.trim() === address.words) return
    setTyped({ words, over: words.trim() })
    navigate(hrefOf({ words }), { replace: address.words !== '' })
  }
  useEffect(() => {
    const timer = setTimeout(applyText, TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return {
    address,
    words,
    type: (next) => setTyped({ words: next, over: address.words }),
    applyText,
    hrefOf,
    go: (change) => navigate(hrefOf(change)),
  }
}
