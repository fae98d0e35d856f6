import { useEffect } from 'react'
import { useLocation, useRouter, useSearch } from 'wouter'
import { SHARE_QUERY } from '#shared/domain/share-rules.ts'
import { useComposer } from '#src/features/create/use-composer.ts'
import { isOnScreen, useIsCovered } from '#src/lib/screen-location.ts'
import { takeShare } from './take-share.ts'

/** Fills the form with the share that the address names. The name goes when the form holds it: until then a reload takes it again. */
export function useShareFromAddress(): void {
  const composer = useComposer()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  const id = new URLSearchParams(search).get(SHARE_QUERY) ?? ''
  const isCovered = useIsCovered(id !== '')
  useEffect(() => {
    if (id === '' || isCovered) return
    let isHere = true
    const forget = () => {
      const query = new URLSearchParams(location.search)
      query.delete(SHARE_QUERY)
      if (isHere && isOnScreen(base + path)) navigate(query.size === 0 ? path : `${path}?${query}`, { replace: true })
    }
    void takeShare(composer, id).then(forget)
    return () => {
      isHere = false
    }
  }, [composer, id, isCovered, base, path, navigate])
}
