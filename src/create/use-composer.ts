import { createContext, useContext, useMemo } from 'react'
import { type MotionControls, changeControls } from '#motion/controls/motion-controls.ts'
import type { StripPicture } from '#src/motion/use-film-strips.ts'
import { useSnapshot } from '#src/store/state.ts'
import { type Composer, COMPOSERS } from './composer.ts'
import type { PictureSlotStore } from './create-picture-slot.ts'
import { type SlotState, slotStatus } from './picture-slot-state.ts'
import { changeSettings } from './form-actions.ts'
import { offeredControls } from './model-options.ts'

/** The form that the components below belong to. */
export const ComposerContext = createContext<Composer>(COMPOSERS.CUSTOM)

/** The picture slot that the components below belong to. */
export const SlotContext = createContext<PictureSlotStore>(COMPOSERS.CUSTOM.slots[0])

export function useComposer(): Composer {
  return useContext(ComposerContext)
}

export function useSlot(): PictureSlotStore {
  return useContext(SlotContext)
}

/** The status of each picture of the form, and whether a layer is open over one of them. */
export function useSlotStatuses() {
  const { slots } = useComposer()
  const [first, last = first] = slots
  const states = [useSnapshot(first.state), useSnapshot(last.state)].slice(0, slots.length)
  return { statuses: states.map(slotStatus), hasLayer: states.some(({ layer }) => layer !== 'none') }
}

/** The id of each picture of the form that is ready; null for the others. */
export function useShownPictures(): readonly (string | null)[] {
  const { slots } = useComposer()
  const [first, last = first] = slots
  return [useShownPicture(first.state), useShownPicture(last.state)].slice(0, slots.length)
}

function useShownPicture(state: SlotState): string | null {
  const { picture } = useSnapshot(state)
  return picture.status === 'ready' ? picture.facts.sha256 : null
}

/** The form's first picture, for film strips; null while it is not ready. */
export function useStripPicture(): StripPicture | null {
  const { slots } = useComposer()
  const { picture } = useSnapshot(slots[0].state)
  const facts = picture.status === 'ready' ? picture.facts : null
  const [key, width, height] = [facts?.sha256, facts?.width ?? 0, facts?.height ?? 0]
  return useMemo(
    () => (key === undefined ? null : { key, width, height, load: () => slots[0].current()?.image.blob ?? null }),
    [key, width, height, slots],
  )
}

/** Changes controls of the form. A control that is set to undefined is determined by the prompt again. */
function changeFormControls(composer: Composer, change: MotionControls): void {
  changeSettings(composer, { controls: changeControls(composer.state.settings.controls, change) })
}

/** The controls of the form, and which of them the model offers. */
export function useControls() {
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  return {
    composer,
    settings,
    controls: settings.controls ?? {},
    offeredNames: offeredControls(parameters, settings.modelName, composer.bizType),
    setControls: (change: MotionControls) => changeFormControls(composer, change),
  }
}
