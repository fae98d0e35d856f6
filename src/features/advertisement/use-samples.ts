import type { Template } from '#shared/api/templates.ts'
import type { AppErrorCode } from '#shared/app-error.ts'
import { useState } from 'react'
import { useTemplates } from '#src/lib/templates/use-templates.ts'
import { chooseSamples } from './choose-samples.ts'

interface Samples {
  readonly samples: readonly Template[]
  readonly isLoading: boolean
  readonly problem: AppErrorCode | null
}

/** The samples; once chosen they stay the same, whatever the shelf becomes, and take the videos that are made meanwhile. */
export function useSamples(): Samples {
  const { items, status, problem } = useTemplates('popular')
  const [chosen, setChosen] = useState<readonly Template[]>([])
  if (chosen.length === 0 && items.length > 0) setChosen(chooseSamples(items))
  const samples = chosen.map((sample) => items.find(({ id }) => id === sample.id) ?? sample)
  return { samples, isLoading: status === 'loading' && problem === null, problem }
}
