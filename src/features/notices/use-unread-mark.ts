import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { markNoticesSeen, noticeShelf } from '#src/lib/notices.ts'
import { watchSight } from '#src/lib/watch-sight.ts'

/** Notices after this moment, in ms, are new to who looks: it is moved when the list comes into sight, and all are seen when it goes. */
export function useUnreadMark(): readonly [RefObject<HTMLElement | null>, number] {
  const ref = useRef<HTMLElement>(null)
  const [seenAtMs, setSeenAtMs] = useState(noticeShelf.seenAtMs)
  useEffect(() => {
    let isShown = false
    const look = (isNowShown: boolean) => {
      if (isNowShown) setSeenAtMs(noticeShelf.seenAtMs)
      if (isNowShown || isShown) markNoticesSeen()
      isShown = isNowShown
    }
    const unwatch = ref.current === null ? undefined : watchSight(ref.current, ({ isIntersecting }) => look(isIntersecting))
    return () => {
      unwatch?.()
      look(false)
    }
  }, [])
  return [ref, seenAtMs]
}
