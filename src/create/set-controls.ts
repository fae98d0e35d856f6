import type { ControlName, MotionControls } from '#shared/motion/controls/motion-controls.ts'
import { changeControls } from '#shared/motion/controls/motion-controls.ts'
import type { BizType } from '#shared/domain/task.ts'
import { useSnapshot } from '#src/platform/state.ts'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { useComposer } from './use-composer.ts'

/** Sets controls of the form; undefined leaves the choice to the words again. */
export function setControls(composer: Composer, change: MotionControls): void {
  changeSettings(composer, { controls: changeControls(composer.state.settings.controls, change) })
}

/** Between two pictures the camera goes where they need it, and an effect has colours of its own. */
const FIXED: Readonly<Record<BizType, readonly ControlName[]>> = {
  CUSTOM: [],
  HEAD_TAIL: ['camera', 'strength', 'speed', 'focus', 'brush', 'output'],
  TEMPLATE: ['grade'],
}

/** The controls that the chosen model can take for this kind of video. */
export function offeredControls(names: readonly string[], bizType: BizType): ReadonlySet<string> {
  return new Set(names.filter((name) => !FIXED[bizType].some((fixed) => fixed === name)))
}

/** The controls of the form, and those on offer. */
export function useControls() {
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName)
  return {
    composer,
    settings,
    controls: settings.controls ?? {},
    offered: offeredControls(model?.controls ?? [], composer.bizType),
    set: (change: MotionControls) => setControls(composer, change),
  }
}
