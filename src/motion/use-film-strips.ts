import { useEffect, useMemo, useState } from 'react'
import type { PlanRequest } from '#motion/plan-request.ts'
import { FRAMES_PER_SECOND } from '#shared/domain/generation-options.ts'
import { STRIP_FRAMES, STRIP_SECONDS } from '#shared/domain/sketch-rules.ts'
import { loadSketches } from './load-sketches.ts'

/** The motion that a film strip shows: the kind of video, its effect and its controls. */
export type StripRequest = Pick<PlanRequest, 'kind' | 'effectId' | 'controls'>

/** A picture for film strips, already rotated. The same key means the same picture. */
export interface StripPicture {
  readonly key: string
  readonly width: number
  readonly height: number
  /** Returns the picture; null if it no longer exists. */
  readonly load: () => Blob | null
}

/** The plan values that are the same for all strips. With a fixed seed, the strip of a motion is the same each time. */
const FIXED_VALUES = {
  prompt: '',
  imageFidelity: 0.5,
  seed: 1,
  variation: 0,
  seconds: STRIP_SECONDS,
  framesPerSecond: FRAMES_PER_SECOND,
} as const

/** The URLs of a picture's film strips, by name. The strips are drawn one after the other. */
export function useFilmStrips(picture: StripPicture | null, wantedStrips: ReadonlyMap<string, StripRequest>): ReadonlyMap<string, string> {
  const [drawnStrips, setDrawn] = useState<{ readonly picture: StripPicture; readonly strips: ReadonlyMap<string, string> } | null>(null)
  const stripDrawer = useMemo(
    () => (picture === null ? null : createStripDrawer(picture, (strips) => setDrawn({ picture, strips }))),
    [picture],
  )
  useEffect(() => () => stripDrawer?.end(), [stripDrawer])
  useEffect(() => stripDrawer?.setWanted(wantedStrips), [stripDrawer, wantedStrips])
  return drawnStrips !== null && drawnStrips.picture === picture ? drawnStrips.strips : NO_STRIPS
}

const NO_STRIPS: ReadonlyMap<string, string> = new Map()

/** The style of an element that shows a strip. It has no picture until the strip is drawn. */
export function stripStyle(url: string | undefined): React.CSSProperties {
  return { '--frames': STRIP_FRAMES, ...(url !== undefined && { backgroundImage: `url("${url}")` }) } as React.CSSProperties
}

/** Draws the wanted strips of one picture that are not drawn yet. All drawn strips stay in memory until `end` is called. */
function createStripDrawer({ key, width, height, load }: StripPicture, onStrips: (strips: ReadonlyMap<string, string>) => void) {
  const urls = new Map<string, string>()
  let wantedStrips: ReadonlyMap<string, StripRequest> = new Map()
  let isDrawing = false
  let isOver = false

  async function drawWanted(): Promise<void> {
    if (isDrawing) return
    isDrawing = true
    const { planSketch, sketchClient } = await loadSketches()
    for (let nextStrip = nextWanted(); nextStrip !== undefined; nextStrip = nextWanted()) {
      const [name, request] = nextStrip
      const blob = load()
      const plan = planSketch({ ...FIXED_VALUES, ...request, picture: { width, height } })
      if (blob === null || plan === null) break
      const strip = await sketchClient.drawStrip({ key: `${key} ${name}`, pictures: [{ key, blob }], plan })
      if (strip === null) break
      if (isOver) return
      urls.set(name, URL.createObjectURL(strip))
      onStrips(new Map(urls))
    }
    isDrawing = false
  }

  function nextWanted() {
    return isOver ? undefined : [...wantedStrips].find(([name]) => !urls.has(name))
  }

  return {
    setWanted(newStrips: ReadonlyMap<string, StripRequest>): void {
      wantedStrips = newStrips
      void drawWanted()
    },
    end(): void {
      isOver = true
      for (const url of urls.values()) URL.revokeObjectURL(url)
    },
  }
}
