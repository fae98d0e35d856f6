import { useEffect } from 'react'
import type { Walk } from './create-walk.ts'
import { useMarks } from '#src/lib/creation-marks.ts'

/** Takes out of the list what is removed in whichever tab; `onNone`: nothing is left to show. Waits while the viewer itself deletes. */
export function useRemovals(walk: Walk, isDeleting: boolean, onNone: () => void): void {
  const marks = useMarks()
  useEffect(() => {
    if (isDeleting) return
    const hasLeft = walk.drop((item) => item.kind === 'media' && marks[item.creation.id]?.isRemoved?.value === true)
    if (!hasLeft) onNone()
  }, [walk, marks, isDeleting, onNone])
}
