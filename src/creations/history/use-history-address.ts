import { useEffect, useState } from 'react'
import { useLocation, useIsCovered, useScreenSearch } from '#src/routing/routes.ts'
import { useIsLoadingScreen } from '#src/routing/shown-location.tsx'
import { type HistoryAddress, readAddress, writeAddress } from '../history-query.ts'

/** The pause in typing after which the address and the search are updated, in ms. */
const TYPING_PAUSE_MS = 300

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
  const [typedText, setTypedText] = useState({ words: address.words, addressWords: address.words })
  const words = typedText.addressWords === address.words ? typedText.words : address.words
  const isCovered = useIsCovered(words.trim() !== address.words)
  const hrefOf = (change: Partial<HistoryAddress>) => writeAddress(path, { ...address, ...change })
  const applyText = () => {
    // The address stays as it is during a navigation to another screen, and while a viewer covers this screen.
    if (isLoadingScreen || isCovered || words.trim() === address.words) return
    setTypedText({ words, addressWords: words.trim() })
    navigate(hrefOf({ words }), { replace: address.words !== '' })
  }
  useEffect(() => {
    const timer = setTimeout(applyText, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return {
    address,
    words,
    type: (newWords) => setTypedText({ words: newWords, addressWords: address.words }),
    applyText,
    hrefOf,
    go: (change) => navigate(hrefOf(change)),
  }
}
