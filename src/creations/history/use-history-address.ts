import { useEffect, useState } from 'react'
import { useLocation, useIsCovered, useScreenSearch } from '#src/routing/routes.ts'
import { useIsLoadingScreen } from '#src/routing/shown-location.tsx'
import { type HistoryAddress, readAddress, writeAddress } from '../history-query.ts'

/** The pause in typing after which the address and the search are updated, in ms. */
const TYPED_AFTER_MS = 300

interface AddressField {
  readonly address: HistoryAddress
  /** The text in the search field. The address is updated after a pause in typing. */
  readonly words: string
  readonly type: (words: string) => void
  /** Updates the address without waiting for the pause. */
  readonly applyText: () => void
  readonly hrefOf: (change: Partial<HistoryAddress>) => string
  readonly go: (change: Partial<HistoryAddress>) => void
}

/**
 * Stores filters, search text and layout in the address. Each filter adds a history entry. A search adds one entry, however long
 * the user types.
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
    // Not during a navigation to another screen, and not while a viewer covers this one.
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
