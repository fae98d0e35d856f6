import { useEffect, useEffectEvent, useRef } from 'react'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { moveViewer } from '#src/lib/screen-location.ts'
import { viewerItemKey, viewerItemPath } from '#src/lib/viewer-item.ts'

/** Keeps the address at what is shown. The address a viewer was opened at stays until the first step, whichever way it names its item. */
export function useWalkAddress(item: ViewerItem, base: string, isHere: () => boolean): void {
  const key = viewerItemKey(item)
  const address = base + viewerItemPath(item)
  const last = useRef(key)
  const move = useEffectEvent(() => isHere() && moveViewer(address))
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    move()
  }, [key])
}
