import { createContext, use } from 'react'
import { type RouterOptions, Redirect, navigate, useLocationProperty, screenAddress } from './routes.ts'
import { useAfterPaint } from '../browser/use-after-paint.ts'

// Separate contexts, so that a navigation re-renders only the components that use the changed value.
const ShownPath = createContext('/')
const ShownSearch = createContext('')
const IsLoadingScreen = createContext(false)

/** Provides the location of the shown screen, which is the previous one until the next screen can be rendered. */
export function ShownLocationProvider({ children }: { readonly children: React.ReactNode }) {
  const address = useLocationProperty(
    () => screenAddress(),
    () => screenAddress(),
  )
  const [path, search] = splitAddress(address)
  const [shownPath, searchBefore] = splitAddress(useAfterPaint(address))
  const isLoadingScreen = shownPath !== path
  const shownSearch = isLoadingScreen ? searchBefore : search
  return (
    <ShownPath value={shownPath}>
      <ShownSearch value={shownSearch}>
        <IsLoadingScreen value={isLoadingScreen}>{children}</IsLoadingScreen>
      </ShownSearch>
    </ShownPath>
  )
}

/** Whether the address has changed, but its screen is still loading or rendering. */
export function useIsLoadingScreen(): boolean {
  return use(IsLoadingScreen)
}

/** Path, and query with its '?'; the fragment is dropped. */
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

/** wouter's location hooks for the whole app. */
export const screenRouting: RouterOptions = { hook: useShownPath, searchHook: useShownSearch }

/** Replaces this screen by another. Does nothing during a navigation to another screen. */
export function RedirectOnce({ to }: { readonly to: string }) {
  return useIsLoadingScreen() ? null : <Redirect to={to} replace />
}
