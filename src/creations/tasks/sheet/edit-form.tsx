import { useState } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { choicePoints } from '#shared/domain/video-price.ts'
import { MAX_PROMPT_LENGTH, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { formatNumber, useText, formatVideoLength } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { TextArea } from '#src/design/text-field.tsx'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import { useSnapshot } from '#src/store/state.ts'
import { editCommit } from '../task-actions.ts'
import { useVideoParameters } from '../send-again-button.tsx'
import styles from './edit-form.module.css'
import { changeEdit, closeEdit, openEdits } from '../open-edits.ts'

interface EditFormProps {
  readonly id: string
  readonly settings: GenerationSettings
  readonly onChange: (settings: GenerationSettings) => void
  readonly onDone: () => void
}

/** Edits the settings of a waiting or refused commit, and shows the resulting price. */
function EditForm({ id, settings, onChange, onDone }: EditFormProps) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const { prompt, duration, resolution, videoNum } = settings
  const changeSettings = (settingsChange: Partial<typeof settings>) => onChange({ ...settings, ...settingsChange })
  const parameters = useVideoParameters(true) ?? BUILTIN_PARAMETERS
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName)
  const durations = model?.durationOptions ?? []
  const resolutions = durations.find(({ value }) => value === duration)?.resolutionOptions ?? []
  const price = choicePoints(model, duration, resolution) * videoNum
  const closeForm = () => {
    if (opener instanceof HTMLElement) opener.focus()
    onDone()
  }
  const save = async () => {
    setBusy(true)
    const isSaved = await editCommit(id, { settings, priceCeiling: price })
    setBusy(false)
    if (isSaved) closeForm()
  }
  return (
    <section className={styles['form']} aria-label={text('work.editTitle')}>
      <TextArea
        label={text('create.prompt')}
        value={prompt}
        maxLength={MAX_PROMPT_LENGTH}
        counter={text('create.counter', { used: formatNumber(prompt.length), limit: formatNumber(MAX_PROMPT_LENGTH) })}
        onValue={(changed) => changeSettings({ prompt: changed })}
      />
      <Segmented
        label={text('create.duration')}
        options={durations.map(({ value }) => ({ value, label: formatVideoLength(value) }))}
        value={duration}
        onValue={(changed) => changeSettings({ duration: changed })}
      />
      <Segmented
        label={text('create.resolution')}
        options={resolutions.map(({ value }) => ({ value, label: value }))}
        value={resolution}
        onValue={(changed) => changeSettings({ resolution: changed })}
      />
      <Segmented
        label={text('create.count')}
        options={VIDEO_COUNTS.filter((count) => parameters.videoNumOptions.includes(count)).map((value) => ({
          value,
          label: String(value),
        }))}
        value={videoNum}
        onValue={(changed) => changeSettings({ videoNum: changed })}
      />
      <div className={styles['foot']}>
        <Button variant="primary" isBusy={isBusy} onClick={() => void save()}>
          {text('work.save', { points: formatNumber(price) })}
        </Button>
        <Button variant="plain" onClick={closeForm}>
          {text('work.discardEdits')}
        </Button>
      </div>
    </section>
  )
}

/** The form of a commit that the user is editing. Its state is retained when the row moves within the sheet. */
export function OpenEditForm({ item }: { readonly item: OutboxItem }) {
  const edit = useSnapshot(openEdits).all[item.id]
  if (edit === undefined || !item.isEditable) return null
  const { id } = item
  return <EditForm id={id} settings={edit.settings} onChange={(settings) => changeEdit(id, settings)} onDone={() => closeEdit(id)} />
}
