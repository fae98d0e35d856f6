import { type ReactElement, useId } from 'react'
import { choicePoints } from '#shared/domain/price.ts'
import { SwitchRow } from '#src/design/switch-row.tsx'
import { formatNumber } from '#src/platform/format-number.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { changeSettings } from './form-actions.ts'
import styles from './model-field.module.css'
import { canMove, validChoice } from './model-options.ts'
import { useComposer } from './use-composer.ts'

const MINUTE_MS = 60_000

/** The choice of a model: what each is best at, what it costs with these settings, and how long it took lately. */
export function ModelField(): ReactElement {
  const text = useText()
  const name = useId()
  const composer = useComposer()
  const { settings, parameters } = useSnapshot(composer.state)
  const waitOf = (ms: number) =>
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
            <span className={styles['figures']}>{waitMs === undefined ? price : `${price} · ${waitOf(waitMs)}`}</span>
            {bestAt !== undefined && <span className={styles['best']}>{bestAt}</span>}
            {away !== undefined && (
              <span className={styles['away']}>
                {text(away.reason === 'not_ready' ? 'create.modelAway.notReady' : 'create.modelAway.unreachable')}
              </span>
            )}
          </label>
        )
      })}
      {canMove(composer.bizType, settings, parameters) && (
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
