import { useEffect, useMemo, useState } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import { defaultSettings } from '#src/features/create/model-options.ts'
import { useComposer } from '#src/features/create/use-composer.ts'
import { loadSketches, sketchesIfLoaded } from '#src/lib/sketch/load-sketches.ts'
import { planRequestOf } from '#src/lib/sketch/plan-request.ts'
import { useSnapshot } from '#src/lib/state.ts'

type Sketches = NonNullable<ReturnType<typeof sketchesIfLoaded>>

/** Any picture and seed: what words are good for does not depend on them. */
const PICTURE = { width: 16, height: 9 }
const SEED = 1

/** The words that change something in a video of this kind: between two pictures there is no camera to move, and an effect has its own. */
export function useMetWords(words: readonly string[]): readonly string[] {
  const { bizType, state } = useComposer()
  const { templateId } = useSnapshot(state).settings
  const [sketches, setSketches] = useState(sketchesIfLoaded)
  const isWanted = bizType !== 'CUSTOM' && sketches === null
  useEffect(() => {
    if (isWanted) void loadSketches().then(setSketches)
  }, [isWanted])
  return useMemo(() => {
    const isKnown = bizType === 'HEAD_TAIL' || (bizType === 'TEMPLATE' && templateId !== undefined)
    return sketches === null || !isKnown ? words : words.filter((word) => isMet(sketches, bizType, templateId, word))
  }, [sketches, bizType, templateId, words])
}

function isMet({ planSketch }: Sketches, bizType: BizType, templateId: string | undefined, prompt: string): boolean {
  const request = planRequestOf({ ...defaultSettings(bizType), templateId, prompt, seed: SEED }, bizType, PICTURE, 0)
  const plan = request === null ? null : planSketch(request)
  return plan === null || plan.summary.unmet.length === 0
}
