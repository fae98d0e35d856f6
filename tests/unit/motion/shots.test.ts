import { expect, test } from 'vitest'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import { landscapePicture } from '../../fixtures/landscape-picture.ts'
import { psnrOf } from '../../fixtures/psnr.ts'

const FRAME = { width: 320, height: 214 }
const VARIATIONS = [0, 1, 2, 3]
/** Two frames of one picture with a visible difference have a lower PSNR than this. */
const MAX_PSNR_DB = 30

async function framesOf(prompt: string, variation: number, seed: number): Promise<Uint8Array[]> {
  const commonRequest = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0.5 } as const
  const plan = makePlan({ ...commonRequest, prompt, picture: FRAME, seed, variation })
  const size = sourceSize(plan, FRAME)
  const renderer = createRenderer(await createKernel(), plan, [landscapePicture(size.width, size.height, 6)], FRAME)
  return [0, plan.frameCount >> 1, plan.frameCount - 1].map((index) => Uint8Array.from(renderer.rgba(index)))
}

test.each(['', 'slow push in', 'orbit', 'pan left, snow', 'pull out', 'zoom in on the left'])(
  'any two of the four variations of "%s" are clearly different videos',
  async (prompt) => {
    const variations = await Promise.all(VARIATIONS.map((variation) => framesOf(prompt, variation, 77)))
    for (const variation of VARIATIONS) {
      for (const otherVariation of VARIATIONS.slice(variation + 1)) {
        const psnrsDb = variations[variation]!.map((frame, i) => psnrOf(frame, variations[otherVariation]![i]!))
        expect(Math.min(...psnrsDb), `takes ${variation} and ${otherVariation}`).toBeLessThan(MAX_PSNR_DB)
      }
    }
  },
)
