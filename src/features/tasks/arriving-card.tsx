import type { ReactElement } from 'react'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { Progress } from '#src/ui/progress.tsx'
import { CardFrame } from './card-frame.tsx'
import { CardSketch } from './card-sketch.tsx'
import { takeOfTask } from './source-pictures.ts'

/** Ready at the server; its video is being fetched. */
export function ArrivingCard({ finished }: { readonly finished: FinishedTask }): ReactElement {
  const text = useText()
  const { bizType, settings, width, height, sourceUrl, lastSource } = finished
  const take = takeOfTask(finished.taskId, settings.videoNum)
  const facts = { bizType, settings, width, height, sourceUrl, lastSource }
  return (
    <CardFrame
      source={sourceUrl}
      width={width}
      height={height}
      settings={settings}
      isAlive
      sketch={take !== null && <CardSketch {...facts} take={take} />}
    >
      <p aria-live="polite">{text('stage.arriving')}</p>
      <Progress label={text('stage.arriving')} />
    </CardFrame>
  )
}
