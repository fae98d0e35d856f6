import type { ReactElement } from 'react'
import type { WorkCard } from './list-work.ts'
import { ArrivingCard } from './arriving-card.tsx'
import { FollowedFailure } from './failed-card.tsx'
import { OutboxCard } from './outbox-card.tsx'
import { RunningCard } from './running-card.tsx'

export function WorkCardView({ card }: { readonly card: WorkCard }): ReactElement {
  switch (card.kind) {
    case 'outbox':
      return <OutboxCard item={card.item} />
    case 'running':
      return <RunningCard task={card.task} batch={card.batch} />
    case 'arriving':
      return <ArrivingCard finished={card.finished} />
    case 'failed':
      return <FollowedFailure finished={card.finished} />
  }
}
