import * as motion from '#motion/controls/motion-controls.ts'
import { outputWindow } from '#motion/controls/output-window.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { copyText } from '#src/browser/copy-text.ts'
import { formatShare, useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { IconButton } from '#src/design/button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { SelectField } from '#src/design/select-field.tsx'
import { Slider } from '#src/design/slider.tsx'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { TextArea } from '#src/design/text-field.tsx'
import { showToast } from '#src/design/toast.ts'
import { type ControlPanelName, newSeed } from '../composer.ts'
import { changeSettings } from '../form-actions.ts'
import { useControls } from '../use-composer.ts'
import { BrushPanel } from './brush.tsx'
import { CameraPanel } from './camera-panel.tsx'
import styles from './control-panel.module.css'
import { MusicPanel } from './music-panel.tsx'

interface ControlPanelProps {
  readonly name: ControlPanelName
  readonly keyedPlan: KeyedPlan | null
}

export function ControlPanel({ name, keyedPlan }: ControlPanelProps) {
  switch (name) {
    case 'camera':
      return <CameraPanel />
    case 'light':
      return <LightPanel />
    case 'brush':
      return <BrushPanel />
    case 'format':
      return <FormatPanel />
    case 'more':
      return <MorePanel keyedPlan={keyedPlan} />
  }
}

function capitalize(words: string): string {
  return words.charAt(0).toLocaleUpperCase('en') + words.slice(1)
}

/**
 * Switches for weather and light, and the choice of colours. Weather or light that the prompt asks for is on until the user turns it off.
 */
function LightPanel() {
  const text = useText()
  const { settings, controls, offeredNames, setControls } = useControls()
  const reading = readPrompt(settings.prompt)
  const { overlays = {} } = controls
  const switchOverlay = (kind: (typeof motion.SWITCHED_OVERLAYS)[number], isOn: boolean) => {
    const { [kind]: _formerValue, ...others } = overlays
    const newOverlays = isOn === reading.overlays.includes(kind) ? others : { ...others, [kind]: isOn }
    setControls({ overlays: Object.keys(newOverlays).length === 0 ? undefined : newOverlays })
  }
  return (
    <div className={styles['panel']}>
      {offeredNames.has('overlays') && (
        <fieldset className={styles['group']}>
          <legend className={styles['legend']}>{text('controls.light')}</legend>
          <div className={styles['switches']}>
            {motion.SWITCHED_OVERLAYS.map((kind) => {
              const isRead = reading.overlays.includes(kind)
              const isOn = overlays[kind] ?? isRead
              return (
                <button
                  key={kind}
                  type="button"
                  className={styles['switch']}
                  aria-pressed={isOn}
                  onClick={() => switchOverlay(kind, !isOn)}
                >
                  {capitalize(text(`reading.overlay.${kind}`))}
                  {isRead && <span className={styles['read']}>{text('controls.fromWords')}</span>}
                </button>
              )
            })}
          </div>
        </fieldset>
      )}
      {offeredNames.has('grade') && (
        <SelectField<motion.GradeChoice | ''>
          label={text('controls.grade')}
          options={[
            {
              value: '',
              label:
                reading.grade === null
                  ? text('controls.grade.words')
                  : text('controls.grade.read', { grade: text(`reading.grade.${reading.grade}`) }),
            },
            ...motion.GRADE_CHOICES.map((value) => ({
              value,
              label: value === 'none' ? text('controls.grade.none') : capitalize(text(`reading.grade.${value}`)),
            })),
          ]}
          value={controls.grade ?? ''}
          onValue={(grade) => setControls({ grade: grade === '' ? undefined : grade })}
        />
      )}
    </div>
  )
}

const CENTRE = 0.5
const FRAME_STEP = 0.01
const OWN_RATIO = 'own'

/** Chooses the aspect ratio of the video and the visible part of the picture. */
function FormatPanel() {
  const text = useText()
  const { composer, controls, setControls } = useControls()
  const { picture } = useSnapshot(composer.slots[0].state)
  const { output } = controls
  const ratios = Object.keys(motion.OUTPUT_RATIOS) as motion.OutputRatio[]
  const visiblePart = output === undefined || picture.status !== 'ready' ? null : outputWindow(picture.facts, output)
  const axis = visiblePart === null ? null : visiblePart.width < 1 - FRAME_STEP ? 'x' : visiblePart.height < 1 - FRAME_STEP ? 'y' : null
  return (
    <div className={styles['panel']}>
      <Segmented<motion.OutputRatio | typeof OWN_RATIO>
        label={text('controls.format')}
        options={[{ value: OWN_RATIO, label: text('controls.format.own') }, ...ratios.map((value) => ({ value, label: value }))]}
        value={output?.ratio ?? OWN_RATIO}
        onValue={(ratio) => setControls({ output: ratio === OWN_RATIO ? undefined : { x: CENTRE, y: CENTRE, ...output, ratio } })}
      />
      {output !== undefined && axis !== null && (
        <Slider
          label={text('controls.format.part')}
          value={output[axis]}
          min={0}
          max={1}
          step={FRAME_STEP}
          valueText={formatShare(output[axis])}
          startLabel={text(axis === 'x' ? 'create.cutLeft' : 'create.cutTop')}
          endLabel={text(axis === 'x' ? 'create.cutRight' : 'create.cutBottom')}
          onValue={(position) => setControls({ output: { ...output, [axis]: position } })}
        />
      )}
      {output !== undefined && <p className={styles['hint']}>{text('controls.format.hint')}</p>}
    </div>
  )
}

function MorePanel({ keyedPlan }: Pick<ControlPanelProps, 'keyedPlan'>) {
  const { offeredNames } = useControls()
  return (
    <div className={styles['panel']}>
      <MusicPanel isOffered={offeredNames.has('music')} keyedPlan={keyedPlan} />
      <SeedField />
      {offeredNames.has('negativePrompt') && <NegativePromptField />}
    </div>
  )
}

/** The seed of the video. A new seed gives another variation; a fixed seed is used for the next video too. */
function SeedField() {
  const text = useText()
  const { composer, settings } = useControls()
  const { seed = 0, isSeedKept = false } = settings
  const copy = async () => {
    const isCopied = await copyText(String(seed))
    void showToast({
      id: 'seed',
      color: isCopied ? 'success' : 'error',
      title: text(isCopied ? 'controls.seed.copied' : 'controls.seed.notCopied'),
    })
  }
  return (
    <div className={styles['field']}>
      <div className={styles['seed']}>
        <span className={styles['legend']}>{text('controls.seed')}</span>
        <output className={styles['number']}>{seed}</output>
        <IconButton icon="shuffle" label={text('controls.seed.another')} onClick={() => changeSettings(composer, { seed: newSeed() })} />
        <IconButton icon="copy" label={text('controls.seed.copy')} onClick={() => void copy()} />
      </div>
      <SwitchRow
        title={text('controls.seed.reuse')}
        hint={text('controls.seed.reuseHint')}
        isOn={isSeedKept}
        onTurn={(isOn) => changeSettings(composer, { isSeedKept: isOn })}
      />
    </div>
  )
}

function NegativePromptField() {
  const text = useText()
  const { controls, setControls } = useControls()
  const { negativePrompt = '' } = controls
  return (
    <TextArea
      label={text('controls.negative')}
      placeholder={text('controls.negative.example')}
      value={negativePrompt}
      maxLength={motion.MAX_NEGATIVE_PROMPT_LENGTH}
      counter={`${negativePrompt.length} / ${motion.MAX_NEGATIVE_PROMPT_LENGTH}`}
      hint={text('controls.negative.hint')}
      onValue={(words) => setControls({ negativePrompt: words === '' ? undefined : words })}
    />
  )
}
