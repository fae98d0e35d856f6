import { useCallback, useSyncExternalStore } from 'react'
import type { Answer, Answers } from './create-answers.ts'

const NOT_ASKED = { value: undefined, problem: null } as const

/** An answer that is asked for as long as somebody looks at it; nothing is asked without a key. */
export function useAnswer<T>(answers: Answers<T>, key: string | null): Answer<T> {
  const follow = useCallback((onChange: () => void) => (key === null ? nothing : answers.watch(key, onChange)), [answers, key])
  const current = () => (key === null ? NOT_ASKED : answers.get(key))
  return useSyncExternalStore(follow, current, current)
}

function nothing(): void {}
