import { Suspense, useState } from 'react'
import type { PrepareStage } from '#shared/contract/image-contract.ts'
import { checkPicture } from '#shared/domain/preflight.ts'
import { can } from '#shared/browser/capabilities.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import { errorText, formatBytes, formatNumber, useText } from '#src/i18n/i18n.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { lazyPart, loadUntilThere } from '#src/loading/lazy-part.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/loading.tsx'
import { useDesignTexts } from '#src/design/design-texts.ts'
import { SketchFrame } from '#src/design/sketch-frame.tsx'
import { VIDEO_COUNTS } from '#shared/domain/generation-options.ts'
import { Segmented } from '#src/design/segmented.tsx'
import styles from './picture-ready.module.css'
import { CutMover } from './cut-mover.tsx'
import type { PictureFacts, Refusal } from './picture-slot-state.ts'
import { changeSettings } from './form-actions.ts'
import { PreflightNotes } from './form-notes.tsx'
import { isRatioCut } from './ratio-cut.ts'
import { type StageToolName, PictureFrame, useStageTool, StageNote } from './stage.tsx'
import { newSeed } from './composer.ts'
import { useComposer, useSlot } from './use-composer.ts'
import { useBrushPlan, useFormSketch } from './use-form-sketch.ts'

interface StageToolProps {
  readonly tool: StageToolName
  readonly facts: PictureFacts
  readonly isFlowing: boolean
}

const StageTool = lazyPart<StageToolProps>(['controls'], async () => (await import('./controls/stage-tool.tsx')).StageTool)

interface PictureReadyProps {
  readonly keyedPlan: KeyedPlan | null
  readonly facts: PictureFacts
  /** Why a file that should replace the picture was rejected; null if none was. */
  readonly refusal: Refusal | null
  /** The step of preparing another version of the picture; null if none is being prepared. */
  readonly rework: PrepareStage | null
}

/** The picture as it will be sent, what was changed in it, and how the user can edit it. */
export function PictureReady({ keyedPlan, facts, refusal, rework }: PictureReadyProps) {
  const text = useText()
  const designTexts = useDesignTexts()
  const composer = useComposer()
  const slot = useSlot()
  const { metrics, movedTo } = useSnapshot(slot.state)
  const isBusy = rework !== null || movedTo !== null
  const isSketched = slot === composer.slots[0]
  const tool = useStageTool()
  const usedTool = isSketched ? tool : null
  const brushPlan = useBrushPlan()
  const shownPlan = usedTool === 'brush' ? brushPlan : keyedPlan
  const { host, ...sketch } = useFormSketch(isSketched ? shownPlan : null)
  const showAnother = () => changeSettings(composer, { seed: newSeed() })
  const sourceText = `${formatSize(facts.sourceWidth, facts.sourceHeight)}, ${formatBytes(facts.sourceBytes)}`
  const preparedText = `${formatSize(facts.width, facts.height)}, ${formatBytes(facts.bytes)}`
  const cut = isRatioCut(facts) ? facts.cut : null
  const { output } = useSnapshot(composer.state).settings.controls ?? {}
  const sketchFrame = isSketched && (
    <SketchFrame key={facts.url} host={host} {...sketch} mark={text('sketch.markLong')} onAnother={showAnother}>
      {keyedPlan !== null && <SaveSketchButton plan={keyedPlan.plan} />}
    </SketchFrame>
  )
  return (
    <figure className={styles['ready']} aria-busy={rework !== null}>
      {usedTool !== null ? (
        <PictureFrame facts={facts} output={usedTool === 'focus' ? output : undefined}>
          {usedTool === 'brush' && (
            <div ref={host} className={styles['flow']} data-seen={sketch.phase !== 'none' || undefined} aria-hidden="true" />
          )}
          <Suspense fallback={null}>
            <StageTool tool={usedTool} facts={facts} isFlowing={sketch.phase === 'playing'} />
          </Suspense>
        </PictureFrame>
      ) : cut === null || output !== undefined ? (
        <PictureFrame facts={facts} output={output}>
          {sketchFrame}
        </PictureFrame>
      ) : (
        <CutMover facts={facts} cut={cut}>
          {!isBusy && sketchFrame}
        </CutMover>
      )}
      {isSketched && <VariationSwitch />}
      <figcaption className={styles['facts']}>
        <div className={styles['words']}>
          <p className={styles['name']}>{facts.name}</p>
          <p className={styles['remark']}>
            {sourceText === preparedText ? preparedText : text('create.sizes', { before: sourceText, after: preparedText })}
          </p>
          {facts.removedMetadata !== 'none' && (
            <p className={styles['remark']}>
              {text(facts.removedMetadata === 'place' ? 'create.locationRemoved' : 'create.detailsRemoved')}
            </p>
          )}
        </div>
        <IconButton
          icon="close"
          label={designTexts?.text('fileUpload.removeFile', { filename: facts.name }) ?? text('create.remove')}
          lang={designTexts?.language}
          onClick={slot.remove}
        />
      </figcaption>
      {rework === null ? (
        <PictureTools isCropped={facts.request.crop !== null && cut === null} />
      ) : (
        <StageNote stage={rework} onCancel={slot.stop} />
      )}
      {facts.isFirstFrameOnly && <p className={styles['note']}>{text('create.firstFrame')}</p>}
      <PreflightNotes
        findings={metrics === null ? [] : checkPicture(metrics, facts.width, facts.height)}
        isBrightened={facts.request.isBrightened}
        replaceButton={<FileButton variant="plain" icon="retry" label={text('create.replace')} onFile={(file) => void slot.accept(file)} />}
        onRemedy={() => void slot.brighten(!facts.request.isBrightened)}
      />
      {refusal !== null && (
        <div role="alert" className={styles['refusal']}>
          <p className={styles['name']}>{refusal.name}</p>
          <p>{errorText(refusal.code)}</p>
        </div>
      )}
    </figure>
  )
}

function PictureTools({ isCropped }: { readonly isCropped: boolean }) {
  const text = useText()
  const slot = useSlot()
  return (
    <div className={styles['tools']}>
      <Button variant="plain" icon="crop" onClick={() => Object.assign(slot.state, { layer: 'crop' })}>
        {text('create.crop')}
      </Button>
      {isCropped && (
        <Button variant="plain" icon="image" onClick={() => void slot.crop(null)}>
          {text('create.whole')}
        </Button>
      )}
      <Button variant="plain" icon="expand" onClick={() => Object.assign(slot.state, { layer: 'preview' })}>
        {text('create.view')}
      </Button>
      <FileButton variant="plain" icon="retry" label={text('create.replace')} onFile={(file) => void slot.accept(file)} />
    </div>
  )
}

/** Saves the sketch as a video. It is shown only if the browser can draw in a worker. */
function SaveSketchButton({ plan }: { readonly plan: MotionPlan }) {
  const text = useText()
  const composer = useComposer()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const { saveSketch } = await loadUntilThere(() => import('./save-sketch.ts'))
    await saveSketch(composer, plan)
    setBusy(false)
  }
  if (!can('worker') || !can('drawInWorker')) return null
  return (
    <button
      type="button"
      className={styles['save']}
      aria-label={text('compose.saveSketch')}
      title={text('compose.saveSketch')}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : () => void save()}
    >
      {isBusy ? <Spinner /> : <Icon name="download" />}
    </button>
  )
}

function formatSize(width: number, height: number): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`
}

/** Selects which video of a batch is sketched. */
function VariationSwitch() {
  const text = useText()
  const { state } = useComposer()
  const { settings, variation } = useSnapshot(state)
  const variationNumbers = VIDEO_COUNTS.filter((count) => count <= settings.videoNum)
  if (variationNumbers.length < 2) return null
  return (
    <div className={styles['variations']}>
      <span className={styles['label']} aria-hidden="true">
        {text('sketch.versions')}
      </span>
      <Segmented
        label={text('sketch.versions')}
        isInline
        options={variationNumbers.map((number) => ({ value: number - 1, label: String(number) }))}
        value={Math.min(variation, variationNumbers.length - 1)}
        onValue={(number) => Object.assign(state, { variation: number })}
      />
    </div>
  )
}
