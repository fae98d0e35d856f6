import { checkFrames, partOfRatio } from '#shared/domain/preflight.ts'
import { useText } from '#src/i18n/i18n.ts'
import type { KeyedPlan } from '#src/motion/use-sketch-plan.ts'
import { useSnapshot } from '#src/store/state.ts'
import { Button } from '#src/design/button.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import type { CropChoice } from '#shared/domain/crop-rules.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import styles from './frame-pair.module.css'
import type { PictureSlotStore } from './create-picture-slot.ts'
import { PictureSlot } from './picture-slot.tsx'
import { PreflightNotes } from './form-notes.tsx'
import { SlotContext, useSlotStatuses } from './use-composer.ts'
import { wholeSize } from './ratio-cut.ts'

interface FramePairProps {
  readonly first: PictureSlotStore
  readonly last: PictureSlotStore
  readonly keyedPlan: KeyedPlan | null
}

/** The start picture and the end picture of a video, with the actions for both. */
export function FramePair({ first, last, keyedPlan }: FramePairProps) {
  const text = useText()
  const [start, end] = [useSnapshot(first.state).picture, useSnapshot(last.state).picture]
  const { statuses } = useSlotStatuses()
  const isBusy = statuses.includes('preparing')
  const findings = start.status === 'ready' && end.status === 'ready' && !isBusy ? checkFrames(start.facts, end.facts) : []
  const [missingSlot, filledSlot] = start.status === 'ready' ? [last, first] : [first, last]
  const canCopy = (start.status === 'ready') !== (end.status === 'ready')
  return (
    <div className={styles['pair']}>
      <div className={styles['frames']}>
        <Frame slot={first} name={text('compose.frames.first')} keyedPlan={keyedPlan} />
        <Frame slot={last} name={text('compose.frames.last')} keyedPlan={keyedPlan} />
      </div>
      <div className={styles['both']}>
        <Button
          variant="plain"
          icon="swap"
          disabled={isBusy || (!canCopy && start.status !== 'ready')}
          onClick={() => swapFrames(first, last)}
        >
          {text('compose.frames.swap')}
        </Button>
        {canCopy && (
          <Button variant="plain" icon="frames" disabled={isBusy} onClick={() => copyFrame(filledSlot, missingSlot)}>
            {text(missingSlot === last ? 'compose.frames.sameLast' : 'compose.frames.sameFirst')}
          </Button>
        )}
      </div>
      <PreflightNotes
        findings={findings}
        isBrightened={false}
        replaceButton={<FileButton variant="plain" icon="retry" label={text('create.replace')} onFile={(file) => void last.accept(file)} />}
        onRemedy={() => void matchFrames(first, last)}
      />
    </div>
  )
}

function Frame({
  slot,
  name,
  keyedPlan,
}: {
  readonly slot: PictureSlotStore
  readonly name: string
  readonly keyedPlan: KeyedPlan | null
}) {
  return (
    <div className={styles['frame']}>
      <p className={styles['name']} aria-hidden="true">
        {name}
      </p>
      <SlotContext value={slot}>
        <PictureSlot keyedPlan={keyedPlan} />
      </SlotContext>
    </div>
  )
}

/** Swaps the start picture and the end picture. One of them may be missing. */
export function swapFrames(first: PictureSlotStore, last: PictureSlotStore): void {
  const [start, end] = [first.current(), last.current()]
  first.put(end)
  last.put(start)
}

export function copyFrame(from: PictureSlotStore, to: PictureSlotStore): void {
  const picture = from.current()
  if (picture !== null) to.put({ ...picture, removedMetadata: 'none' })
}

/** Crops the end picture to the ratio of the start picture. */
async function matchFrames(first: PictureSlotStore, last: PictureSlotStore): Promise<void> {
  const [start, end] = [first.current(), last.current()]
  if (start !== null && end !== null) await last.crop(matchingCrop(end.image, start.image.width / start.image.height))
}

/** The largest crop with this ratio in the middle of a picture's visible part. */
export function matchingCrop(image: Pick<PreparedImage, 'sourceWidth' | 'sourceHeight' | 'turn' | 'cut'>, ratio: number): CropChoice {
  const visiblePart = image.cut ?? { x: 0, y: 0, ...wholeSize(image) }
  const part = partOfRatio(visiblePart, ratio)
  return { turn: image.turn, part: { ...part, x: visiblePart.x + part.x, y: visiblePart.y + part.y } }
}
