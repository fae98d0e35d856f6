import { memo, useId } from 'react'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { formatShare, formatNumber, useText, formatVideoLength } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Segmented } from '#src/design/segmented.tsx'
import { Slider } from '#src/design/slider.tsx'
import { changeSettings } from './form-actions.ts'
import styles from './settings-fields.module.css'
import { useComposer } from './use-composer.ts'
import { choicePoints } from '#shared/domain/video-price.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { canMoveToOtherModel, validChoice } from './model-options.ts'

const MINUTE_MS = 60_000
const FIDELITY_STEP = 0.05

/** Model, duration, resolution, number of videos and fidelity, as far as the server offers them. */
export const SettingsFields = memo(function SettingsFields() {
  const text = useText()
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName)
  const durations = model?.durationOptions ?? []
  const resolutions = durations.find(({ value }) => value === settings.duration)?.resolutionOptions ?? []
  const counts = VIDEO_COUNTS.filter((count) => parameters.videoNumOptions.includes(count))
  return (
    <div className={styles['fields']}>
      {parameters.series.length > 1 && <ModelField />}
      <Segmented
        label={text('create.duration')}
        options={durations.map(({ value }) => ({ value, label: formatVideoLength(value) }))}
        value={settings.duration}
        onValue={(duration) => changeSettings(composer, { duration })}
      />
      <Segmented
        label={text('create.resolution')}
        options={resolutions.map(({ value, points }) => ({
          value,
          label: value,
          note: text('create.pointsShort', { points: formatNumber(points) }),
        }))}
        value={settings.resolution}
        onValue={(resolution) => changeSettings(composer, { resolution })}
      />
      <Segmented
        label={text('create.count')}
        options={counts.map((value) => ({ value, label: String(value) }))}
        value={settings.videoNum}
        onValue={(videoNum) => changeSettings(composer, { videoNum })}
      />
      {composer.bizType !== 'TEMPLATE' && (
        <Slider
          label={text('create.fidelity')}
          value={settings.imageFidelity}
          min={0}
          max={1}
          step={FIDELITY_STEP}
          valueText={formatShare(settings.imageFidelity)}
          startLabel={text('create.fidelityLoose')}
          endLabel={text('create.fidelityTrue')}
          onValue={(imageFidelity) => changeSettings(composer, { imageFidelity })}
        />
      )}
    </div>
  )
})

/** Chooses the model. Each model is shown with its strengths, its price per video with these settings, and its usual waiting time. */
function ModelField() {
  const text = useText()
  const name = useId()
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  const durationText = (ms: number) =>
    ms < MINUTE_MS
      ? text('create.usuallySeconds', { n: Math.max(1, Math.round(ms / 1000)) })
      : text('create.usuallyMinutes', { n: Math.round(ms / MINUTE_MS) })
  return (
    <fieldset className={styles['models']}>
      <legend className={styles['legend']}>{text('create.model')}</legend>
      {parameters.series.map((model) => {
        const { modelName, title = modelName, bestAt, waitMs, away } = model
        const { duration, resolution } = validChoice(parameters, { ...settings, modelName })
        const price = text('create.pointsShort', { points: formatNumber(choicePoints(model, duration, resolution)) })
        return (
          <label key={modelName} className={styles['model']}>
            <input
              className={styles['input']}
              type="radio"
              name={name}
              checked={modelName === settings.modelName}
              onChange={() => changeSettings(composer, { modelName })}
            />
            <span className={styles['title']}>{title}</span>
            <span className={styles['figures']}>{waitMs === undefined ? price : `${price} · ${durationText(waitMs)}`}</span>
            {bestAt !== undefined && <span className={styles['best']}>{bestAt}</span>}
            {away !== undefined && (
              <span className={styles['away']}>
                {text(away.reason === 'not_ready' ? 'create.modelAway.notReady' : 'create.modelAway.unreachable')}
              </span>
            )}
          </label>
        )
      })}
      {canMoveToOtherModel(composer.bizType, settings, parameters) && (
        <SwitchRow
          title={text('create.mayMove')}
          hint={text('create.mayMoveHint')}
          isOn={settings.mayMove === true}
          onTurn={(mayMove) => changeSettings(composer, { mayMove })}
        />
      )}
    </fieldset>
  )
}
