import { useEffect, useState } from 'react'
import { CAMERA_CHOICES, type CameraChoice, type OutputFrame } from '#shared/motion/controls/motion-controls.ts'
import type { PlanRequest } from '#shared/motion/plan-request.ts'
import { STRIP_SECONDS } from '#shared/domain/sketch-rules.ts'
import { loadSketches } from '#src/motion/load-sketches.ts'

interface StripSource {
  /** The same key means the same picture. */
  readonly key: string
  readonly width: number
  readonly height: number
  readonly load: () => Blob | null
}

/** Seed and fidelity of the strips: the same move always looks the same. */
const PLAIN = { bizType: 'CUSTOM', prompt: '', templateId: null, imageFidelity: 0, seed: 1, take: 0 } as const

/** Addresses of film strips that show each camera move on a picture, as they are drawn one after the other. */
export function useMoveStrips(source: StripSource | null, output: OutputFrame | undefined): ReadonlyMap<CameraChoice, string> {
  const [strips, setStrips] = useState<ReadonlyMap<CameraChoice, string>>(new Map())
  const ratio = output?.ratio
  useEffect(() => {
    if (source === null) return
    const over = new AbortController()
    const urls = new Map<CameraChoice, string>()
    void drawStrips(source, output, over.signal, (choice, strip) => {
      urls.set(choice, URL.createObjectURL(strip))
      setStrips(new Map(urls))
    })
    return () => {
      over.abort()
      for (const url of urls.values()) URL.revokeObjectURL(url)
    }
    // The frame's place makes no other move of it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source, ratio])
  return strips
}

async function drawStrips(
  { key, width, height, load }: StripSource,
  output: OutputFrame | undefined,
  over: AbortSignal,
  onStrip: (choice: CameraChoice, strip: Blob) => void,
): Promise<void> {
  const { planSketch, sketchClient } = await loadSketches()
  for (const camera of CAMERA_CHOICES) {
    const blob = load()
    if (over.aborted || blob === null) return
    const request: PlanRequest = { ...PLAIN, picture: { width, height }, durationSeconds: STRIP_SECONDS, controls: { camera, output } }
    const plan = planSketch(request)
    if (plan === null) return
    const strip = await sketchClient.strip({ key: `${key} ${camera}`, pictures: [{ key, blob }], plan })
    if (strip === null) return
    if (!over.aborted) onStrip(camera, strip)
  }
}
