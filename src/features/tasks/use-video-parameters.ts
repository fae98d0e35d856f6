import type { VideoParameters } from '#shared/api/generation.ts'
import { useEffect, useState } from 'react'
import { getVideoParameters } from '#shared/api/generation.ts'
import { api } from '#src/lib/api.ts'

/** What the server offers and asks for right now; null until it has answered, or where nobody needs it. */
export function useVideoParameters(isNeeded: boolean): VideoParameters | null {
  const [parameters, setParameters] = useState<VideoParameters | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    const load = async () => {
      const answer = await api.call(getVideoParameters, {})
      if (answer.ok && answer.value.series.length > 0 && !isGone) setParameters(answer.value)
    }
    void load()
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return parameters
}
