import type { ReactElement } from 'react'
import { useState } from 'react'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { choicePoints } from '#shared/domain/choice-points.ts'
import { MAX_PROMPT_LENGTH, VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { editCommit } from '#src/features/tasks/task-actions.ts'
import { useVideoParameters } from '#src/features/tasks/use-video-parameters.ts'
import styles from './edit-form.module.css'

interface EditFormProps {
  readonly id: string
  readonly settings: GenerationSettings
  readonly onChange: (settings: GenerationSettings) => void
  readonly onDone: () => void
}

/** Changes what a commit asks for before it is sent, with the price that follows from it. */
export function EditForm({ id, settings, onChange, onDone }: EditFormProps): ReactElement {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const [opener] = useState(() => document.activeElement)
  const { prompt, duration, resolution, videoNum } = settings
  const change = (part: Partial<typeof settings>) => onChange({ ...settings, ...part })
  const parameters = useVideoParameters(true) ?? BUILTIN_PARAMETERS
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName)
  const durations = model?.durationOptions ?? []
  const resolutions = durations.find(({ value }) => value === duration)?.resolutionOptions ?? []
  const price = choicePoints(model, duration, resolution) * videoNum
  const leave = () => {
    if (opener instanceof HTMLElement) opener.focus()
    onDone()
  }
  const save = async () => {
    setBusy(true)
    const isSaved = await editCommit(id, { settings, priceCeiling: price })
    setBusy(false)
    if (isSaved) leave()
  }
  return (
    <section className={styles['form']} aria-label={text('work.editTitle')}>
      <TextArea
        label={text('create.prompt')}
        value={prompt}
        maxLength={MAX_PROMPT_LENGTH}
        counter={text('create.counter', { used: formatNumber(prompt.length), limit: formatNumber(MAX_PROMPT_LENGTH) })}
        onValue={(changed) => change({ prompt: changed })}
      />
      <Segmented
        label={text('create.duration')}
        options={durations.map(({ value }) => ({ value, label: text('create.seconds', { count: Number.parseInt(value, 10) }) }))}
        value={duration}
        onValue={(changed) => change({ duration: changed })}
      />
      <Segmented
        label={text('create.resolution')}
        options={resolutions.map(({ value }) => ({ value, label: value }))}
        value={resolution}
        onValue={(changed) => change({ resolution: changed })}
      />
      <Segmented
        label={text('create.count')}
        options={VIDEO_COUNTS.filter((count) => parameters.videoNumOptions.includes(count)).map((value) => ({
          value,
          label: String(value),
        }))}
        value={videoNum}
        onValue={(changed) => change({ videoNum: changed })}
      />
      <div className={styles['foot']}>
        <Button look="primary" isBusy={isBusy} onClick={() => void save()}>
          {text('work.save', { points: formatNumber(price) })}
        </Button>
        <Button look="plain" onClick={leave}>
          {text('work.keep')}
        </Button>
      </div>
    </section>
  )
}
