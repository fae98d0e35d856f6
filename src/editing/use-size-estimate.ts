import { useEffect, useMemo, useState } from 'react'
import type { AnimationOrder } from '#shared/contract/media-contract.ts'
import { ESTIMATE_DELAY_MS } from '#shared/domain/editing-rules.ts'
import { type MediaClient, mediaClient } from './media-client.ts'
import { type Editor, initialChoice, orderOf } from './use-editor.ts'

/** `none`: the chosen format needs no estimate. `unknown`: the estimate has failed. */
export type SizeEstimate = { readonly kind: 'none' | 'pending' | 'unknown' } | { readonly kind: 'known'; readonly bytes: number }

/** Estimates the file size of the chosen animation, after a pause in the user's choices. */
export function useSizeEstimate(
  { phase, source, choice }: Pick<Editor, 'phase' | 'source' | 'choice'>,
  client: Pick<MediaClient, 'estimate'> = mediaClient,
): SizeEstimate {
  const { trim, ratio, cropAt, loop, joined, format } = choice
  const isReady = phase.kind === 'ready'
  const order = useMemo((): AnimationOrder | null => {
    if (source === null || !isReady || (format !== 'gif' && format !== 'webp')) return null
    const choices = { ...initialChoice(source.facts.frames), trim, ratio, cropAt, loop, joined }
    return { ...orderOf(source.blob, source.facts, choices), sound: { kind: 'none' }, format }
  }, [source, isReady, trim, ratio, cropAt, loop, joined, format])
  const [lastEstimate, setLastEstimate] = useState<{ readonly order: AnimationOrder; readonly bytes: number | null } | null>(null)
  useEffect(() => {
    if (order === null) return undefined
    const abortController = new AbortController()
    const estimate = async () => {
      let answer = await client.estimate(abortController.signal, order)
      // Other work of the media worker has cancelled the estimate, so it is requested again.
      while (!answer.ok && answer.error.code === 'cancelled' && !abortController.signal.aborted)
        answer = await client.estimate(abortController.signal, order)
      if (!abortController.signal.aborted) setLastEstimate({ order, bytes: answer.ok ? answer.value : null })
    }
    const timer = setTimeout(() => void estimate(), ESTIMATE_DELAY_MS)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [order, client])
  if (order === null) return { kind: 'none' }
  if (lastEstimate?.order !== order) return { kind: 'pending' }
  return lastEstimate.bytes === null ? { kind: 'unknown' } : { kind: 'known', bytes: lastEstimate.bytes }
}
