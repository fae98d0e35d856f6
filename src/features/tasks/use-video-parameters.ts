import type { VideoParameters } from '#shared/api/generation.ts'
import { useEffect, useState } from 'react'
import { getVideoParameters } from '#shared/api/generation.ts'
import { api } from '#src/lib/api.ts'
import { keepTrying } from '#src/lib/keep-trying.ts'

/** What the server offers and asks for right now; null until it has answered, or where nobody needs it. */
export function useVideoParameters(isNeeded: boolean): VideoParameters | null {
  const [parameters, setParameters] = useState<VideoParameters | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    const load = async () => {
      const answer = await api.call(getVideoParameters, {})
      const isUsable = answer.ok && answer.value.series.length > 0
      if (isUsable && !isGone) setParameters(answer.value)
      return isUsable || isGone
    }
    void keepTrying(load)
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return parameters
}
