import { useEffect, useRef } from 'react'
import type { PagedList, PagedState } from './create-paged-list.ts'

/** Has a list loaded when it is looked at, when `key` changes, and after it was emptied because somebody else is there. */
export function useLoaded(
  list: Pick<PagedList<never>, 'load'>,
  { status, loading }: Readonly<Pick<PagedState<unknown>, 'status' | 'loading'>>,
  key: string,
): void {
  const loadedKey = useRef<string | null>(null)
  const isIdle = status === 'waiting' && loading === null
  useEffect(() => {
    if (!isIdle && loadedKey.current === key) return
    loadedKey.current = key
    void list.load()
  }, [list, isIdle, key])
}
