import { type MotionControls, changeControls } from '#shared/motion/controls/motion-controls.ts'
import { useSnapshot } from '#src/platform/state.ts'
import type { Composer } from './composer.ts'
import { changeSettings } from './form-actions.ts'
import { offeredControls } from './model-options.ts'
import { useComposer } from './use-composer.ts'

/** Sets controls of the form; undefined leaves the choice to the words again. */
export function setControls(composer: Composer, change: MotionControls): void {
  changeSettings(composer, { controls: changeControls(composer.state.settings.controls, change) })
}

/** The controls of the form, and those on offer. */
export function useControls() {
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  return {
    composer,
    settings,
    controls: settings.controls ?? {},
    offered: offeredControls(parameters, settings.modelName, composer.bizType),
    set: (change: MotionControls) => setControls(composer, change),
  }
}
