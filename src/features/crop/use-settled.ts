import { useEffect, useState } from 'react'

/** How long a value must stand still, in ms, before it is read out. */
const SETTLE_MS = 600

/** The last value that stood still for a moment while nothing moved it. */
export function useSettled(value: string, isMoving: boolean): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (isMoving) return
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value, isMoving])
  return settled
}
