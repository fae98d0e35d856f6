import { createContext, use } from 'react'
import { type RouterOptions, Redirect, navigate, useLocationProperty, screenAddress } from './routes.ts'
import { useAfterPaint } from '../browser/use-after-paint.ts'

// Separate contexts: a navigation re-renders only the components that use the value that has changed.
const ShownPath = createContext('/')
const ShownSearch = createContext('')
const IsLoadingScreen = createContext(false)

/**
 * Provides the address of the shown screen. During a navigation this is the previous screen, until the next one can be rendered.
 */
export function ShownLocationProvider({ children }: { readonly children: React.ReactNode }) {
  const address = useLocationProperty(
    () => screenAddress(),
    () => screenAddress(),
  )
  const [path, search] = splitAddress(address)
  const [shownPath, previousSearch] = splitAddress(useAfterPaint(address))
  const isLoadingScreen = shownPath !== path
  const shownSearch = isLoadingScreen ? previousSearch : search
  return (
    <ShownPath value={shownPath}>
      <ShownSearch value={shownSearch}>
        <IsLoadingScreen value={isLoadingScreen}>{children}</IsLoadingScreen>
      </ShownSearch>
    </ShownPath>
  )
}

/** Whether the address has changed while its screen is still loading or rendering. */
export function useIsLoadingScreen(): boolean {
  return use(IsLoadingScreen)
}

/** Splits an address into its path and its query with the '?'. The fragment is dropped. */
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

/** The location hooks that wouter uses in the whole app: they return the address of the shown screen. */
export const screenRouting: RouterOptions = { hook: useShownPath, searchHook: useShownSearch }

/** Replaces the current screen by another one. Does nothing while a navigation to another screen is running. */
export function RedirectOnce({ to }: { readonly to: string }) {
  return useIsLoadingScreen() ? null : <Redirect to={to} replace />
}
