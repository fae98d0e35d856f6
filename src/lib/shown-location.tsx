import type { ReactElement, ReactNode } from 'react'
import { createContext, use, useDeferredValue, useMemo } from 'react'
import type { RouterOptions } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { screenAddress } from './screen-location.ts'

interface ShownLocation {
  readonly path: string
  readonly search: string
  /** The address is already another one, whose screen is still being loaded or drawn. */
  readonly isOnTheWay: boolean
}

const Shown = createContext<ShownLocation>({ path: '/', search: '', isOnTheWay: false })

/** Tells the tree below where it is. A screen stays, with the path it was drawn for, until the next one can be drawn. */
export function ShownLocationProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const address = useLocationProperty(() => screenAddress())
  const [path, search] = splitAddress(address)
  const shownPath = useDeferredValue(path)
  const searchBefore = useDeferredValue(search)
  const isOnTheWay = shownPath !== path
  const shownSearch = isOnTheWay ? searchBefore : search
  const shown = useMemo(() => ({ path: shownPath, search: shownSearch, isOnTheWay }), [shownPath, shownSearch, isOnTheWay])
  return <Shown value={shown}>{children}</Shown>
}

export function useIsOnTheWay(): boolean {
  return use(Shown).isOnTheWay
}

/** Path, and query with its question mark; what stands behind a hash is no part of either. */
export function splitAddress(address: string): readonly [path: string, search: string] {
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? []
  return [path, search]
}

function useShownPath(): [string, typeof navigate] {
  return [use(Shown).path, navigate]
}

function useShownSearch(): string {
  return use(Shown).search
}

/** wouter's way to the address, for the whole app. */
export const screenRouting: RouterOptions = { hook: useShownPath, searchHook: useShownSearch }
