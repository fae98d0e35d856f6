import { useEffect, useMemo, useState, memo } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import { choicePoints } from '#shared/domain/video-price.ts'
import { DEFAULT_MODEL, DEFAULT_AI_MUSIC } from '#shared/domain/generation-options.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useIsPhone } from '#src/browser/use-is-phone.ts'
import { useFileDrop } from '#src/pictures/use-file-drop.ts'
import { DropOverlay } from '#src/design/drop-overlay.tsx'
import { spendablePoints } from '#src/billing/spendable-points.ts'
import { Segmented } from '#src/design/segmented.tsx'
import styles from './create-form.module.css'
import { COMPOSERS } from './composer.ts'
import { CommitBar } from './commit-bar.tsx'
import { commitForm, commitReadiness } from './commit-form.ts'
import { changeSettings } from './form-actions.ts'
import { followForm } from './follow-form.ts'
import { followParameters } from './follow-parameters.ts'
import { ControlTabs } from './control-tabs.tsx'
import { EffectField } from './effect-field.tsx'
import { ExtendsNote } from './form-notes.tsx'
import { FramePair } from './frame-pair.tsx'
import { useShareFromAddress, assignDroppedFiles } from './incoming-pictures.ts'
import { PictureSlot } from './picture-slot.tsx'
import { PromptField } from './prompt-field.tsx'
import { PromptIdeas } from './prompt-ideas.tsx'
import { PromptReading } from './prompt-reading.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { PictureSightContext, Stage, StageBar } from './stage.tsx'
import { ComposerContext, SlotContext, useComposer, useSlotStatuses } from './use-composer.ts'
import { useAddressParameter } from './use-address-parameter.ts'
import { useFormPlan, usePausedSketches } from './use-form-sketch.ts'
import { prefillFromAddress } from './prefill-from-address.ts'

/** The form for one kind of video: pictures, prompt, settings and the commit button. */
export function CreateForm({ bizType }: { readonly bizType: BizType }) {
  return (
    <ComposerContext value={COMPOSERS[bizType]}>
      <SlotContext value={COMPOSERS[bizType].slots[0]}>
        <Form key={bizType} />
      </SlotContext>
    </ComposerContext>
  )
}

function Form() {
  const text = useText()
  const composer = useComposer()
  const { bizType } = composer
  const [first, last] = composer.slots
  const { settings, panel } = useSnapshot(composer.state)
  const isHovering = useFileDrop(useMemo(() => assignDroppedFiles(composer), [composer]))
  const keyedPlan = useFormPlan()
  const isPhone = useIsPhone()
  const [isStageSeen, setStageSeen] = useState(true)
  const [isPictureSeen, setPictureSeen] = useState(true)
  const { readiness, price } = useReadiness()
  useAddressParameter(TEMPLATE_PARAMETER, prefillFromAddress)
  useShareFromAddress()
  useEffect(() => {
    const stops = [followForm(composer), composer.drafts.saveOnLeave(), followParameters(composer)]
    return () => stops.forEach((stop) => stop())
  }, [composer])
  const commit = () => {
    if (readiness.block === null) void commitForm(composer, price, readiness.balanceAfter !== null)
  }
  const commitByKey = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    commit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the shortcut works from every field inside
    <section className={styles['studio']} aria-label={text('create.form')} onKeyDown={commitByKey}>
      <PictureSightContext value={setPictureSeen}>
        <Stage
          isInSight={isStageSeen}
          onSight={setStageSeen}
          bar={isPhone && isStageSeen && !isPictureSeen && panel !== null && <StageBar keyedPlan={keyedPlan} />}
          controlTabs={<ControlTabs keyedPlan={keyedPlan} />}
        >
          {last === undefined ? <PictureSlot keyedPlan={keyedPlan} /> : <FramePair first={first} last={last} keyedPlan={keyedPlan} />}
        </Stage>
      </PictureSightContext>
      <div className={styles['form']}>
        {isPhone && !isStageSeen && <StageBar keyedPlan={keyedPlan} />}
        {bizType === 'TEMPLATE' && <EffectField />}
        <ExtendsNote />
        <PromptField />
        {settings.modelName === DEFAULT_MODEL && <PromptReading plan={keyedPlan?.plan ?? null} isEmpty={settings.prompt === ''} />}
        <PromptIdeas />
        <SettingsFields />
        {bizType === 'TEMPLATE' && <MusicField />}
        <CommitBar readiness={readiness} price={price} onCommit={commit} />
      </div>
      {isHovering && <DropOverlay />}
    </section>
  )
}

/** The price of the form as it is, and whether the form can be sent. Pauses the sketches while a picture is prepared or a layer is open. */
function useReadiness() {
  const { bizType, state } = useComposer()
  const { settings, parameters, isSaving } = useSnapshot(state)
  const { credits, work } = useSnapshot(hubState)
  const { statuses, hasLayer } = useSlotStatuses()
  usePausedSketches(hasLayer || statuses.includes('preparing'))
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName) ?? parameters.series[0]
  const price = choicePoints(model, settings.duration, settings.resolution) * settings.videoNum
  const balance = spendablePoints(credits?.points ?? null, work.outbox)
  const isTemplateMissing = bizType === 'TEMPLATE' && settings.templateId === undefined
  return { price, readiness: commitReadiness({ pictures: statuses, isTemplateMissing, price, balance, isSaving }) }
}

const TEMPLATE_PARAMETER = 'templateId'

/** The switch for the music of an effect's video. */
const MusicField = memo(function MusicField() {
  const text = useText()
  const composer = useComposer()
  const { aiMusic = DEFAULT_AI_MUSIC } = useSnapshot(composer.state).settings
  return (
    <Segmented
      label={text('compose.music')}
      options={[
        { value: 1, label: text('compose.music.on') },
        { value: 0, label: text('compose.music.off') },
      ]}
      value={aiMusic}
      onValue={(next) => changeSettings(composer, { aiMusic: next === 1 ? 1 : 0 })}
    />
  )
})
