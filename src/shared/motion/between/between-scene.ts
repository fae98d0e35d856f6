import { areaLuma } from '#shared/motion/between/flow/area-luma.ts'
import { agreementOf } from '#shared/motion/between/flow/agreement.ts'
import { findMotion } from '#shared/motion/between/flow/find-motion.ts'
import { createMorph } from '#shared/motion/between/morph.ts'
import { createStage } from '#shared/motion/between/stage.ts'
import type { TransitionName } from '#shared/motion/between/transition-names.ts'
import { depthDissolve } from '#shared/motion/between/transitions/depth-dissolve.ts'
import { ink } from '#shared/motion/between/transitions/ink.ts'
import { lightLeak } from '#shared/motion/between/transitions/light-leak.ts'
import { slide } from '#shared/motion/between/transitions/slide.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'
import { zoomBlur } from '#shared/motion/between/transitions/zoom-blur.ts'
import { guessDepth } from '#shared/motion/depth/guess-depth.ts'
import { limitSlope } from '#shared/motion/depth/limit-slope.ts'
import type { Kernel } from '#shared/motion/kernel/create-kernel.ts'
import type { BetweenScene } from '#shared/motion/motion-plan.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import type { Scene } from '#shared/motion/scene.ts'

/** The longer side at which two pictures are compared. */
const COMPARED_SIDE = 320
/** Pictures that agree so well along the motion found are a morph: unrelated ones reach 0.55, copies of one picture 0.9. */
const MORPH_AGREEMENT = 0.6
const STEEPEST_DEPTH = 3

const TRANSITIONS: Record<TransitionName, Transition> = {
  'depth-dissolve': depthDissolve,
  'zoom-blur': zoomBlur,
  'light-leak': lightLeak,
  slide,
  ink,
}

function lumaOf(picture: Picture) {
  const scale = Math.min(1, COMPARED_SIDE / Math.max(picture.width, picture.height))
  return areaLuma(picture, Math.round(picture.width * scale), Math.round(picture.height * scale))
}

/** The motion between two pictures of one size and how well they agree along it. */
export function compare(first: Picture, second: Picture) {
  const [a, b] = [lumaOf(first), lumaOf(second)]
  const motion = findMotion(a, b)
  const agreement = agreementOf(a, b, motion)
  return { motion, agreement, isMorph: agreement.mean >= MORPH_AGREEMENT }
}

/**
 * From one picture to another of the same size: a morph when they show the same, else the plan's transition. The first frame is the
 * first picture, the last the second. Rule: docs/rules.md, "Between two pictures".
 */
export function createBetweenScene(
  kernel: Kernel,
  scene: BetweenScene,
  seed: number,
  sources: readonly [Picture, Picture],
  frame: Size,
  output: number,
): Scene {
  const { motion, agreement, isMorph } = compare(...sources)
  const stage = createStage(kernel, sources, frame, output)
  const depthOf = (picture: Picture) => limitSlope(guessDepth(picture), STEEPEST_DEPTH)
  const depth = depthOf(sources[0])
  if (isMorph) return { draw: createMorph(stage, scene, motion, agreement, depth) }
  const depths = [depth, depthOf(sources[1])] as const
  return { draw: TRANSITIONS[scene.transition]({ stage, scene, seed, depths }) }
}
