import { hill, driftAt, lookThrough } from './transition.ts'
import { smoothStep } from '#shared/motion/curves.ts'
import type { Transition } from '#shared/motion/between/transitions/transition.ts'

/** The rush before and after the middle, in parts of the time, and how far it goes. */
const RUSH = 0.3
const FIRST_RUSH = 0.5
const SECOND_RUSH = 0.34
const CHANGE = 0.14
const SMEAR_HALF = 0.24
const SMEAR = 0.34
const FLARE = 0.22
const FLARE_COLOUR = [1, 0.95, 0.88] as const

function rush(time: number): number {
  const part = Math.max(0, Math.min(1, time / RUSH))
  return part * part * part
}

/** The camera rushes through the first picture and comes to rest in the second. */
export const zoomBlur: Transition = ({ stage, scene, depths: [near, far] }) => {
  const { frame } = stage
  const [x, y] = [(0.5 + scene.drift.x * 0.12) * frame.width, (0.5 + scene.drift.y * 0.12) * frame.height]
  return (time) => {
    const { first, second } = driftAt(scene, time)
    const strength = 0.5 + scene.bend / 2
    const gone = rush(time - (0.5 + CHANGE / 2 - RUSH)) * FIRST_RUSH * strength
    const coming = rush(0.5 - CHANGE / 2 + RUSH - time) * SECOND_RUSH * strength
    lookThrough(stage, stage.first, near, { ...first, part: first.part * (1 - gone) })
    lookThrough(stage, stage.second, far, { ...second, part: second.part * (1 + coming) })
    const away = (time - 0.5) / SMEAR_HALF
    stage.weight.fill(smoothStep((time - 0.5) / CHANGE + 0.5))
    stage.show()
    const smear = hill(away) * SMEAR * strength
    if (smear <= 0) return
    stage.smear(x, y, smear)
    stage.light.fill(hill(away) * FLARE)
    stage.shine(FLARE_COLOUR)
  }
}
