import { useEffect, useId, useState } from 'react'
import { type CropState, toPart } from '#shared/domain/crop-geometry.ts'
import { type ComponentText, useComponentText } from '#src/i18n/component-locale.ts'
import { resetCrop, stepBox, stepSize, zoomBy } from '#shared/domain/edit-crop.ts'
import { guardLeaving } from '#src/routing/leave-guard.ts'
import { ChoiceDialog } from '#src/design/dialog.tsx'
import { Button } from '#src/design/button.tsx'
import { type CropChoice, CROP_KEY_STEP_PX } from '#shared/domain/crop-rules.ts'
import styles from './crop-dialog.module.css'
import { type CropEdit, isSameCrop, useCropEditor, usePictureView } from './use-crop-editor.ts'
import { CropControls } from './crop-controls.tsx'
import { CropPreview, CropStage } from './crop-stage.tsx'
import { SizeLine, isTooSmall, CropNote } from './crop-note.tsx'

/** How long the box must rest before its position is announced, in ms. */
const SETTLE_MS = 600

interface CropDialogProps {
  readonly file: Blob
  /** The user's previous choice, shown at first; null without one. */
  readonly initialChoice: CropChoice | null
  /** The shortest permitted side of the chosen part, in px of the picture. */
  readonly leastSidePx: number
  readonly onDone: (choice: CropChoice) => void
  readonly onCancel: () => void
}

/** Lets the user choose a part of a picture. The caller cuts the part out at the picture's own resolution. */
export function CropDialog({ file, initialChoice, leastSidePx, onDone, onCancel }: CropDialogProps) {
  const { language, direction, text } = useComponentText()
  const viewResult = usePictureView(file)
  const loadedView = viewResult?.ok === true ? viewResult.value : null
  const [state, edit] = useCropEditor(loadedView?.source ?? null, initialChoice)
  const [isMoving, setMoving] = useState(false)
  const sentenceId = useId()
  const part = state === null ? null : toPart(state)
  useEffect(() => guardLeaving({ holds: () => 'cropping' }), [])
  const canConfirm = part !== null && !isTooSmall(part, leastSidePx)

  function confirm(): void {
    if (state !== null && canConfirm) onDone({ turn: state.turn, part: toPart(state) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isPlainKey = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (!isPlainKey) return
    if (event.key === 'Enter') {
      if (event.target instanceof HTMLButtonElement) return
      // Without this, the key would also press the button that gets the focus when the dialog closes.
      event.preventDefault()
      if (!event.repeat) confirm()
      return
    }
    const keyEdit = usesArrowKey(event.target, event.key) ? null : editForKey(event)
    if (keyEdit === null) return
    event.preventDefault()
    edit(keyEdit)
  }

  return (
    <ChoiceDialog
      title={text('crop.title')}
      language={language}
      direction={direction}
      footer={
        <CropFooter
          text={text}
          isReady={state !== null}
          canReset={state !== null && !isSameCrop(state, resetCrop(state))}
          canConfirm={canConfirm}
          sentenceId={sentenceId}
          onReset={() => edit(resetCrop)}
          onCancel={onCancel}
          onConfirm={confirm}
        />
      }
      onCancel={onCancel}
      onKeyDown={onKeyDown}
    >
      <div className={styles['layout']}>
        <div className={styles['stage']} aria-busy={viewResult === null}>
          <CropStage
            image={loadedView?.image ?? null}
            state={state}
            label={text('crop.stage')}
            keysHint={text('crop.keys')}
            edit={edit}
            onMovingChange={setMoving}
          >
            <CropNote problem={viewResult?.ok === false ? viewResult.error.code : null} text={text} />
          </CropStage>
        </div>
        <div className={styles['size']}>
          <SizeLine part={part} leastSidePx={leastSidePx} sentenceId={sentenceId} text={text} />
        </div>
        <CropControls state={state} text={text} edit={edit}>
          <CropPreview title={text('crop.preview')} image={loadedView?.image ?? null} state={state} />
        </CropControls>
      </div>
      <CropStatus state={state} isMoving={isMoving} text={text} />
    </ChoiceDialog>
  )
}

interface CropStatusProps {
  readonly state: CropState | null
  readonly isMoving: boolean
  readonly text: ComponentText
}

/** Announces the box's position to screen readers once it rests. */
function CropStatus({ state, isMoving, text }: CropStatusProps) {
  const statusText = state === null ? '' : text('crop.status', { ...toPart(state), zoom: state.zoom })
  return <output className="visually-hidden">{useSettled(statusText, isMoving)}</output>
}

/** The value after it has rested for SETTLE_MS. */
function useSettled(value: string, isMoving: boolean): string {
  const [settledValue, setSettledValue] = useState('')
  useEffect(() => {
    if (isMoving) return
    const timer = setTimeout(() => setSettledValue(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value, isMoving])
  return settledValue
}

interface CropFooterProps {
  readonly text: ComponentText
  readonly isReady: boolean
  readonly canReset: boolean
  readonly canConfirm: boolean
  /** The id of the text that explains why the choice can't be confirmed. */
  readonly sentenceId: string
  readonly onReset: () => void
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

export function CropFooter({ text, isReady, canReset, canConfirm, sentenceId, onReset, onCancel, onConfirm }: CropFooterProps) {
  return (
    <div className={styles['row']}>
      <Button variant="plain" disabled={!isReady} aria-disabled={!canReset || undefined} onClick={onReset}>
        {text('crop.reset')}
      </Button>
      <span className={styles['gap']} />
      <Button onClick={onCancel}>{text('crop.cancel')}</Button>
      <Button variant="primary" disabled={!canConfirm} aria-describedby={sentenceId} onClick={onConfirm}>
        {text('crop.confirm')}
      </Button>
    </div>
  )
}

interface PressedKey {
  readonly key: string
  readonly shiftKey: boolean
}

const ARROW_DIRECTIONS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The edit that a key performs; null if the key has no meaning here. */
export function editForKey({ key, shiftKey }: PressedKey): CropEdit | null {
  const direction = ARROW_DIRECTIONS[key]
  if (direction !== undefined && shiftKey) return (state) => stepSize(state, direction.x + direction.y > 0 ? 1 : -1, CROP_KEY_STEP_PX)
  if (direction !== undefined) return (state) => stepBox(state, direction, CROP_KEY_STEP_PX)
  if (key === '+' || key === '=') return (state) => zoomBy(state, 1)
  if (key === '-' || key === '_') return (state) => zoomBy(state, -1)
  if (key === '0') return resetCrop
  return null
}

/** Whether the focused input uses the key itself. */
export function usesArrowKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return target.type === 'number' || ARROW_DIRECTIONS[key] !== undefined
}
