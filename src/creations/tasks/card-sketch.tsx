import { useMemo } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { SourcePicture } from '#shared/contract/hub-contract.ts'
import type { SketchPicture } from '#shared/contract/sketch-contract.ts'
import type { BizType } from '#shared/domain/task.ts'
import { fetchMedia } from '#src/browser/download.ts'
import { useText } from '#src/i18n/i18n.ts'
import { planRequestOf, useSketchPlan } from '#src/motion/use-sketch-plan.ts'
import { type SketchPictures, useSketch } from '#src/motion/use-sketch.ts'
import { SketchFrame } from '#src/design/sketch-frame.tsx'
import { lastPicture, sourcePicture } from './source-pictures.ts'

interface CardSketchProps {
  readonly bizType: BizType
  readonly settings: GenerationSettings
  readonly width: number
  readonly height: number
  readonly variation: number
  /** The commit whose pictures may still be on this device. */
  readonly commitId?: string
  /** The URL of the picture on the server, after its upload. */
  readonly sourceUrl?: string
  readonly lastSource?: SourcePicture | undefined
}

/** The sketch of a video in progress, from the settings of its commit. Without a seed, it draws nothing. */
export function CardSketch({ bizType, settings, width, height, variation, commitId, sourceUrl, lastSource }: CardSketchProps) {
  const text = useText()
  const keyedPlan = useSketchPlan(planRequestOf(settings, bizType, { width, height }, variation))
  const lastUrl = lastSource?.url
  const pictures = useMemo(() => cardPictures(bizType, commitId, sourceUrl, lastUrl), [bizType, commitId, sourceUrl, lastUrl])
  const { host, ...sketch } = useSketch(keyedPlan, pictures)
  return <SketchFrame host={host} {...sketch} mark={text('sketch.mark')} />
}

function cardPictures(bizType: BizType, commitId?: string, firstUrl?: string, lastUrl?: string): SketchPictures {
  const key = commitId ?? firstUrl ?? ''
  let loadedPictures: readonly SketchPicture[] | null = null

  async function fetchPictures(): Promise<readonly SketchPicture[] | null> {
    const firstBlob = (commitId === undefined ? null : await sourcePicture(commitId)) ?? (await fetchPicture(firstUrl))
    const lastBlob = bizType === 'HEAD_TAIL' ? ((await lastPicture(commitId)) ?? (await fetchPicture(lastUrl))) : null
    if (firstBlob === null || (bizType === 'HEAD_TAIL' && lastBlob === null)) return null
    return [{ key, blob: firstBlob }, ...(lastBlob === null ? [] : [{ key: `${key}/last`, blob: lastBlob }])]
  }

  return {
    key,
    // The pictures stay in memory, because a sketch calls `load` again when it resumes, possibly offline.
    async load() {
      loadedPictures ??= await fetchPictures()
      return loadedPictures
    },
  }
}

async function fetchPicture(url: string | undefined): Promise<Blob | null> {
  if (url === undefined || url === '') return null
  const media = await fetchMedia(url)
  return media.ok ? media.value : null
}
