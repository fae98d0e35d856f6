import { useEffect, useRef, useState } from 'react'
import { createSettler } from './create-settler.ts'

/** A text as it was when it last rested for so long. */
export function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value)
  const [settler] = useState(() => createSettler({ delayMs, setTimer, onSettled: setSettled }))
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) settler.propose(value)
    isFirst.current = false
    return settler.stop
  }, [settler, value])
  return settled
}

function setTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
