import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useIsCovered, useScreenSearch } from '#src/platform/screen-location.ts'
import { useIsOnTheWay } from '#src/platform/shown-location.tsx'
import { type HistoryAddress, readAddress, writeAddress } from './history-query.ts'

/** After the last letter the address takes the words on, and the server is asked. */
const TYPED_AFTER_MS = 300

interface AddressField {
  readonly address: HistoryAddress
  /** What stands in the search field; the address follows. */
  readonly words: string
  readonly type: (words: string) => void
  /** Takes the words on at once. */
  readonly settle: () => void
  readonly hrefOf: (change: Partial<HistoryAddress>) => string
  readonly go: (change: Partial<HistoryAddress>) => void
}

/** Filters, search and view as the address has them. Each filter is a step of its own; a search is one step, however long it is typed. */
export function useHistoryAddress(path: string): AddressField {
  const [, navigate] = useLocation()
  const isOnTheWay = useIsOnTheWay()
  const address = readAddress(useScreenSearch())
  const [typed, setTyped] = useState({ words: address.words, over: address.words })
  const words = typed.over === address.words ? typed.words : address.words
  const isCovered = useIsCovered(words.trim() !== address.words)
  const hrefOf = (change: Partial<HistoryAddress>) => writeAddress(path, { ...address, ...change })
  const settle = () => {
    // Whoever has gone on already is not called back, and a viewer stays open.
    if (isOnTheWay || isCovered || words.trim() === address.words) return
    setTyped({ words, over: words.trim() })
    navigate(hrefOf({ words }), { replace: address.words !== '' })
  }
  useEffect(() => {
    const timer = setTimeout(settle, TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return {
    address,
    words,
    type: (next) => setTyped({ words: next, over: address.words }),
    settle,
    hrefOf,
    go: (change) => navigate(hrefOf(change)),
  }
}
