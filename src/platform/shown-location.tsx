import { type ReactElement, type ReactNode, createContext, use } from 'react'
import { type RouterOptions, Redirect } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { screenAddress } from './screen-location.ts'
import { useAfterPaint } from './use-after-paint.ts'

// One for each, so that the press that leads away draws only who asks whether it does.
const ShownPath = createContext('/')
const ShownSearch = createContext('')
const OnTheWay = createContext(false)

/** Tells the tree below where it is. A screen stays, with the path it was drawn for, until the next one can be drawn. */
export function ShownLocationProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const address = useLocationProperty(
    () => screenAddress(),
    () => screenAddress(),
  )
  const [path, search] = splitAddress(address)
  const [shownPath, searchBefore] = splitAddress(useAfterPaint(address))
  const isOnTheWay = shownPath !== path
  const shownSearch = isOnTheWay ? searchBefore : search
  return (
    <ShownPath value={shownPath}>
      <ShownSearch value={shownSearch}>
        <OnTheWay value={isOnTheWay}>{children}</OnTheWay>
      </ShownSearch>
    </ShownPath>
  )
}

/** Whether the address is already another one, whose screen is still being loaded or drawn. */
export function useIsOnTheWay(): boolean {
  return use(OnTheWay)
}

/** Path, and query with its question mark; what stands behind a hash is no part of either. */
export function splitAddress(address: string): readonly [path: string, search: string] {
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? []
  return [path, search]
}

function useShownPath(): [string, typeof navigate] {
  return [use(ShownPath), navigate]
}

function useShownSearch(): string {
  return use(ShownSearch)
}

/** wouter's way to the address, for the whole app. */
export const screenRouting: RouterOptions = { hook: useShownPath, searchHook: useShownSearch }

/** Another screen takes this one's place. Who is on the way to another one already is led nowhere else. */
export function RedirectOnce({ to }: { readonly to: string }): ReactElement | null {
  return useIsOnTheWay() ? null : <Redirect to={to} replace />
}
