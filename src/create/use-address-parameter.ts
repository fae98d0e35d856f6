import { useEffect, useRef } from 'react'
import { isOnScreen, useIsCovered, useLocation, useRouter, useSearch } from '#src/routing/routes.ts'
import type { Composer } from './composer.ts'
import { useComposer } from './use-composer.ts'

/**
 * Calls `accept` with a parameter of the address. When `accept` resolves to true (the draft is stored), the parameter is removed.
 * Until then, a reload calls `accept` again, and a remount may call it again.
 */
export function useAddressParameter(name: string, accept: (composer: Composer, value: string) => Promise<boolean>): void {
  const composer = useComposer()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  const value = new URLSearchParams(search).get(name) ?? ''
  const isCovered = useIsCovered(value !== '')
  const lastCall = useRef<{ readonly composer: Composer; readonly value: string; readonly stored: Promise<boolean> } | null>(null)
  useEffect(() => {
    if (value === '') lastCall.current = null
    if (value === '' || isCovered) return
    let isMounted = true
    const removeParameter = () => {
      const query = new URLSearchParams(location.search)
      query.delete(name)
      if (isMounted && isOnScreen(base + path)) navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
    }
    const formerCall = lastCall.current
    const isSameCall = formerCall?.value === value && formerCall.composer === composer
    const currentCall = isSameCall ? formerCall : { composer, value, stored: accept(composer, value) }
    lastCall.current = currentCall
    currentCall.stored
      .then((isStored) => isStored && removeParameter())
      .catch((error: unknown) => {
        lastCall.current = null
        console.warn(`The URL parameter ${name} was not applied.`, error)
      })
    return () => {
      isMounted = false
    }
  }, [composer, name, accept, value, isCovered, base, path, navigate])
}
