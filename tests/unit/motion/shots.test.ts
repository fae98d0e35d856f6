import { expect, test } from 'vitest'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import { makePlan } from '#motion/make-plan.ts'
import { landscapePicture } from '../../fixtures/landscape-picture.ts'
import { psnrOf } from '../../fixtures/psnr.ts'

const FRAME = { width: 320, height: 214 }
const TAKES = [0, 1, 2, 3]
/** Two frames of one picture with a visible difference are below this. */
const MAX_ALIKE_DB = 30

async function framesOf(prompt: string, take: number, seed: number): Promise<Uint8Array[]> {
  const rest = { kind: 'move', seconds: 4, framesPerSecond: 24, imageFidelity: 0.5 } as const
  const plan = makePlan({ ...rest, prompt, picture: FRAME, seed, take })
  const size = sourceSize(plan, FRAME)
  const renderer = createRenderer(await createKernel(), plan, [landscapePicture(size.width, size.height, 6)], FRAME)
  return [0, plan.frameCount >> 1, plan.frameCount - 1].map((index) => Uint8Array.from(renderer.rgba(index)))
}

test.each(['', 'slow push in', 'orbit', 'pan left, snow', 'pull out', 'zoom in on the left'])(
  'any two of the four variations of "%s" are clearly different videos',
  async (prompt) => {
    const takes = await Promise.all(TAKES.map((take) => framesOf(prompt, take, 77)))
    for (const one of TAKES) {
      for (const other of TAKES.slice(one + 1)) {
        const alike = takes[one]!.map((frame, i) => psnrOf(frame, takes[other]![i]!))
        expect(Math.min(...alike), `takes ${one} and ${other}`).toBeLessThan(MAX_ALIKE_DB)
      }
    }
  },
)
