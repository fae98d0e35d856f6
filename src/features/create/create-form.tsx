import type { KeyboardEvent, ReactElement } from 'react'
import { useEffect } from 'react'
import { choicePoints } from '#shared/domain/choice-points.ts'
import { DEFAULT_MODEL, MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { formatNumber } from '#src/lib/format.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { text, useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { usePageIntake } from '#src/lib/use-page-intake.ts'
import { DropVeil } from '#src/ui/drop-veil.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { showToast } from '#src/ui/toast.ts'
import { CommitBar } from './commit-bar.tsx'
import { commitReadiness } from './commit-readiness.ts'
import { changeSettings, commitForm, followDraft } from './create-actions.ts'
import { createState } from './create-state.ts'
import styles from './create-form.module.css'
import { saveDraftOnLeave } from './draft-store.ts'
import { loadParameters } from './parameters.ts'
import { takePicture } from './picture-actions.ts'
import { PictureSlot } from './picture-slot.tsx'
import { PromptIdeas } from './prompt-ideas.tsx'
import { PromptReading } from './prompt-reading.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { spendablePoints } from './spendable-points.ts'
import { useFormPlan, useHeldSketches } from './use-form-sketch.ts'

function takeDropped(file: File, brought: number): void {
  void takePicture(file)
  if (brought > 1) void showToast({ kind: 'info', title: text('create.firstOf', { count: brought }) })
}

/** The image-to-video form: picture, prompt, settings and the button with its price. */
export function CreateForm(): ReactElement {
  const text = useText()
  const { settings, picture, movedTo, layer, parameters, isSaving } = useSnapshot(createState)
  const { credits, work } = useSnapshot(hubState)
  const isHovering = usePageIntake(takeDropped)
  const planned = useFormPlan()
  useEffect(followDraft, [])
  useEffect(() => {
    void loadParameters(Date.now())
    return saveDraftOnLeave()
  }, [])

  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName) ?? parameters.series[0]
  const price = choicePoints(model, settings.duration, settings.resolution) * settings.videoNum
  const balance = spendablePoints(credits?.points ?? null, work.outbox)
  const isReworked = movedTo !== null || (picture.status === 'ready' && picture.rework !== null)
  const status = isReworked ? 'preparing' : picture.status
  useHeldSketches(status === 'preparing' || layer !== 'none')
  const readiness = commitReadiness({ picture: status, price, balance, isSaving })
  const commit = () => {
    if (readiness.block === null) void commitForm(price)
  }
  const commitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    commit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the shortcut works from every field inside
    <section className={styles['form']} aria-label={text('create.form')} onKeyDown={commitByKey}>
      <PictureSlot planned={planned} />
      <TextArea
        label={text('create.prompt')}
        placeholder={text('create.promptExample')}
        value={settings.prompt}
        maxLength={MAX_PROMPT_LENGTH}
        counter={text('create.counter', { used: formatNumber(settings.prompt.length), limit: formatNumber(MAX_PROMPT_LENGTH) })}
        hint={text('create.promptHint')}
        shortcut={text('create.shortcut')}
        onValue={(prompt) => changeSettings({ prompt })}
      />
      {settings.modelName === DEFAULT_MODEL && <PromptReading plan={planned?.plan ?? null} isEmpty={settings.prompt === ''} />}
      <PromptIdeas />
      <SettingsFields />
      <CommitBar readiness={readiness} price={price} onCommit={commit} />
      {isHovering && <DropVeil />}
    </section>
  )
}
