import { useEffect } from 'react'
import { isOnScreen, useIsCovered, useLocation, useRouter, useSearch } from '#src/platform/routes.ts'
import type { Composer } from './composer.ts'
import { useComposer } from './use-composer.ts'

/**
 * Calls `take` with a parameter of the address. The parameter is removed only after `take` has resolved to true, when the draft is stored, so
 * that a reload before that repeats it and a later one keeps the draft. `take` may be called again with the same value.
 */
export function useAddressParameter(name: string, take: (composer: Composer, value: string) => Promise<boolean>): void {
  const composer = useComposer()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  const value = new URLSearchParams(search).get(name) ?? ''
  const isCovered = useIsCovered(value !== '')
  useEffect(() => {
    if (value === '' || isCovered) return
    let isHere = true
    const forget = () => {
      const query = new URLSearchParams(location.search)
      query.delete(name)
      if (isHere && isOnScreen(base + path)) navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
    }
    take(composer, value)
      .then((isStored) => isStored && forget())
      .catch((error: unknown) => console.warn(`The address parameter ${name} was not applied.`, error))
    return () => {
      isHere = false
    }
  }, [composer, name, take, value, isCovered, base, path, navigate])
}
