import type { ReactElement } from 'react'
import type { FinishedTask } from '#shared/contract/hub-contract.ts'
import { useText } from '#src/lib/i18n.ts'
import { Progress } from '#src/ui/progress.tsx'
import { CardFrame } from './card-frame.tsx'

/** Ready at the server; its video is being fetched. */
export function ArrivingCard({ finished }: { readonly finished: FinishedTask }): ReactElement {
  const text = useText()
  return (
    <CardFrame source={finished.sourceUrl} width={finished.width} height={finished.height} settings={finished.settings} isAlive>
      <p aria-live="polite">{text('stage.arriving')}</p>
      <Progress label={text('stage.arriving')} />
    </CardFrame>
  )
}
