import type { KeyboardEvent, ReactElement } from 'react'
import { useEffect, useMemo } from 'react'
import type { BizType } from '#shared/domain/task.ts'
import { choicePoints } from '#shared/domain/choice-points.ts'
import { DEFAULT_MODEL } from '#shared/domain/generation-options.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { usePageIntake } from '#src/lib/use-page-intake.ts'
import { DropVeil } from '#src/ui/drop-veil.tsx'
import { CommitBar } from './commit-bar.tsx'
import { commitForm } from './commit-form.ts'
import { commitReadiness } from './commit-readiness.ts'
import { COMPOSERS } from './composer.ts'
import styles from './create-form.module.css'
import { followForm } from './form-actions.ts'
import { loadParameters } from './parameters.ts'
import { EffectField } from './parts/effect-field.tsx'
import { FramePair } from './parts/frame-pair.tsx'
import { MusicField } from './parts/music-field.tsx'
import { useShareFromAddress } from './parts/use-share-from-address.ts'
import { useTemplateFromAddress } from './parts/use-template-from-address.ts'
import { PictureSlot } from './picture-slot.tsx'
import { PromptField } from './prompt-field.tsx'
import { PromptIdeas } from './prompt-ideas.tsx'
import { PromptReading } from './prompt-reading.tsx'
import { SettingsFields } from './settings-fields.tsx'
import { spendablePoints } from '#src/lib/spendable-points.ts'
import { takeBrought } from './take-brought.ts'
import { ComposerContext, DeskContext, useComposer } from './use-composer.ts'
import { useDeskStatuses } from './use-desk-statuses.ts'
import { useFormPlan, useHeldSketches } from './use-form-sketch.ts'

/** The form of one kind: its pictures, prompt, settings and the button with its price. */
export function CreateForm({ bizType }: { readonly bizType: BizType }): ReactElement {
  return (
    <ComposerContext value={COMPOSERS[bizType]}>
      <DeskContext value={COMPOSERS[bizType].desks[0]}>
        <Form key={bizType} />
      </DeskContext>
    </ComposerContext>
  )
}

function Form(): ReactElement {
  const text = useText()
  const composer = useComposer()
  const { bizType } = composer
  const [first, last] = composer.desks
  const { settings } = useSnapshot(composer.state)
  const isHovering = usePageIntake(useMemo(() => takeBrought(composer), [composer]))
  const planned = useFormPlan()
  const { readiness, price } = useReadiness()
  useTemplateFromAddress(bizType)
  useShareFromAddress()
  useEffect(() => {
    const stops = [followForm(composer), composer.drafts.saveOnLeave()]
    void loadParameters(composer, Date.now())
    return () => stops.forEach((stop) => stop())
  }, [composer])
  const commit = () => {
    if (readiness.block === null) void commitForm(composer, price, readiness.balanceAfter !== null)
  }
  const commitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    commit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the shortcut works from every field inside
    <section className={styles['form']} aria-label={text('create.form')} onKeyDown={commitByKey}>
      {last === undefined ? <PictureSlot planned={planned} /> : <FramePair first={first} last={last} planned={planned} />}
      {bizType === 'TEMPLATE' && <EffectField />}
      <PromptField />
      {settings.modelName === DEFAULT_MODEL && <PromptReading plan={planned?.plan ?? null} isEmpty={settings.prompt === ''} />}
      <PromptIdeas />
      <SettingsFields />
      {bizType === 'TEMPLATE' && <MusicField />}
      <CommitBar readiness={readiness} price={price} onCommit={commit} />
      {isHovering && <DropVeil />}
    </section>
  )
}

/** What the form as it stands costs, and whether it may be sent. */
function useReadiness() {
  const { bizType, state } = useComposer()
  const { settings, parameters, isSaving } = useSnapshot(state)
  const { credits, work } = useSnapshot(hubState)
  const { statuses, hasLayer } = useDeskStatuses()
  useHeldSketches(hasLayer || statuses.includes('preparing'))
  const model = parameters.series.find(({ modelName }) => modelName === settings.modelName) ?? parameters.series[0]
  const price = choicePoints(model, settings.duration, settings.resolution) * settings.videoNum
  const balance = spendablePoints(credits?.points ?? null, work.outbox)
  const isTemplateMissing = bizType === 'TEMPLATE' && settings.templateId === undefined
  return { price, readiness: commitReadiness({ pictures: statuses, isTemplateMissing, price, balance, isSaving }) }
}
