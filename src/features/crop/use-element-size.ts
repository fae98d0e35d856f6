import type { RefObject } from 'react'
import type { Size } from '#shared/domain/media-limits.ts'
import { useEffect, useState } from 'react'

/** The inner size of an element in CSS px, followed as it changes; null before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setSize(width > 0 && height > 0 ? { width, height } : null)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
