import { useId } from 'react'
import * as motion from '#motion/controls/motion-controls.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { formatShare, useText } from '#src/i18n/i18n.ts'
import { useReducedMotion } from '#src/browser/reduced-motion.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { Slider } from '#src/design/slider.tsx'
import { type StripRequest, stripStyle, useFilmStrips } from '#src/motion/use-film-strips.ts'
import { useControls, useStripPicture } from '../use-composer.ts'
import styles from './camera-panel.module.css'
import panel from './control-panel.module.css'

/** The controls of the camera: move, distance, speed and target point. */
export function CameraPanel() {
  const text = useText()
  const { settings, controls, offeredNames, setControls } = useControls()
  const effect = settings.templateId === undefined ? null : findEffect(settings.templateId)
  if (effect?.camera === 'own') return <p className={panel['hint']}>{text('controls.camera.own')}</p>
  const isMoving = controls.camera !== 'still'
  return (
    <div className={panel['panel']}>
      <MovePicker />
      {isMoving && offeredNames.has('strength') && (
        <Slider
          label={text('controls.strength')}
          value={controls.strength ?? motion.ORDINARY_FACTOR}
          {...motion.STRENGTH_RANGE}
          valueText={formatShare(controls.strength ?? motion.ORDINARY_FACTOR)}
          startLabel={text('controls.strength.less')}
          endLabel={text('controls.strength.more')}
          onValue={(strength) => setControls({ strength: strength === motion.ORDINARY_FACTOR ? undefined : strength })}
        />
      )}
      {isMoving && offeredNames.has('speed') && (
        <Slider
          label={text('controls.speed')}
          value={controls.speed ?? motion.ORDINARY_FACTOR}
          {...motion.SPEED_RANGE}
          valueText={formatShare(controls.speed ?? motion.ORDINARY_FACTOR)}
          startLabel={text('controls.speed.less')}
          endLabel={text('controls.speed.more')}
          onValue={(speed) => setControls({ speed: speed === motion.ORDINARY_FACTOR ? undefined : speed })}
        />
      )}
      {isMoving && offeredNames.has('focus') && <FocusField />}
    </div>
  )
}

/** Chooses a move of the camera. Each move is previewed on the user's own picture. */
function MovePicker() {
  const text = useText()
  const name = useId()
  const { settings, controls, setControls } = useControls()
  const isReduced = useReducedMotion()
  const ratio = controls.output?.ratio
  const strips = useFilmStrips(
    useStripPicture(),
    new Map(motion.CAMERA_CHOICES.map((camera) => [`${camera} ${ratio}`, stripRequestOf(camera, ratio)])),
  )
  const reading = readPrompt(settings.prompt)
  const promptChoice =
    motion.CAMERA_CHOICES.find((choice) => reading.moves.some((move) => move === choice)) ??
    (reading.distortions.includes('handheld') ? 'handheld' : null)
  const options: readonly (motion.CameraChoice | null)[] = [null, ...motion.CAMERA_CHOICES]
  return (
    <fieldset className={panel['group']}>
      <legend className={panel['legend']}>{text('controls.camera')}</legend>
      <div className={styles['moves']}>
        {options.map((choice) => (
          <label key={choice ?? 'words'} className={styles['move']} data-read={(choice !== null && choice === promptChoice) || undefined}>
            <input
              className={styles['input']}
              type="radio"
              name={name}
              checked={(controls.camera ?? null) === choice}
              onChange={() => setControls({ camera: choice ?? undefined })}
            />
            <span
              className={styles['strip']}
              data-moving={(choice !== null && !isReduced && choice !== 'still') || undefined}
              style={stripStyle(strips.get(`${choice ?? promptChoice ?? 'still'} ${ratio}`))}
            />
            <span className={styles['name']}>{text(choice === null ? 'controls.camera.words' : `controls.camera.${choice}`)}</span>
          </label>
        ))}
      </div>
      {promptChoice !== null && controls.camera !== undefined && controls.camera !== promptChoice && (
        <p className={panel['hint']}>{text('controls.camera.instead', { move: text(`controls.camera.${promptChoice}`) })}</p>
      )}
    </fieldset>
  )
}

function stripRequestOf(camera: motion.CameraChoice, ratio: motion.OutputRatio | undefined): StripRequest {
  return { kind: 'move', controls: { camera, ...(ratio !== undefined && { output: { ...CENTRE, ratio } }) } }
}

const FOCUS_STEP = 0.01
const CENTRE: motion.Spot = { x: 0.5, y: 0.5 }

/** Sets the target point of the camera, by a press on the stage or by sliders. */
function FocusField() {
  const text = useText()
  const { composer, controls, setControls } = useControls()
  const { isAiming } = useSnapshot(composer.state)
  const { focus } = controls
  const setAiming = (shouldAim: boolean) => Object.assign(composer.state, { isAiming: shouldAim })
  const slider = (axis: 'x' | 'y') => (
    <Slider
      label={text(`controls.focus.${axis}`)}
      value={(focus ?? CENTRE)[axis]}
      min={0}
      max={1}
      step={FOCUS_STEP}
      valueText={formatShare((focus ?? CENTRE)[axis])}
      startLabel={text(axis === 'x' ? 'create.cutLeft' : 'create.cutTop')}
      endLabel={text(axis === 'x' ? 'create.cutRight' : 'create.cutBottom')}
      onValue={(position) => setControls({ focus: { ...CENTRE, ...focus, [axis]: position } })}
    />
  )
  return (
    <div className={panel['field']}>
      <div className={panel['row']}>
        <span className={panel['legend']}>{text('controls.focus')}</span>
        <Button variant="plain" aria-pressed={isAiming} onClick={() => setAiming(!isAiming)}>
          {text(isAiming ? 'controls.focus.aiming' : 'controls.focus.set')}
        </Button>
        {focus !== undefined && (
          <Button
            variant="plain"
            onClick={() => {
              setAiming(false)
              setControls({ focus: undefined })
            }}
          >
            {text('controls.focus.remove')}
          </Button>
        )}
      </div>
      {(focus !== undefined || isAiming) && (
        <>
          {slider('x')}
          {slider('y')}
        </>
      )}
    </div>
  )
}
