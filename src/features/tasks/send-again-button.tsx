import type { ReactElement } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import type { ButtonLook } from '#src/ui/button-class.ts'
import { choicePoints } from '#shared/domain/choice-points.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { editCommit, retryRefused } from './task-actions.ts'
import { useVideoParameters } from './use-video-parameters.ts'

/** Sends a refused commit once more; one that has become dearer only at a price that stands on the button. */
export function SendAgainButton({ item, look = 'quiet' }: { readonly item: OutboxItem; readonly look?: ButtonLook }): ReactElement {
  const text = useText()
  const isDearer = item.error?.code === 'price_changed'
  const parameters = useVideoParameters(isDearer)
  const { id, settings } = item
  if (!isDearer) {
    return (
      <Button look={look} icon="retry" onClick={() => void retryRefused(id)}>
        {text('work.sendAgain')}
      </Button>
    )
  }
  const model = parameters?.series.find(({ modelName }) => modelName === settings.modelName)
  const priceCeiling = choicePoints(model, settings.duration, settings.resolution) * settings.videoNum
  return (
    <Button look={look} icon="retry" disabled={parameters === null} onClick={() => void editCommit(id, { settings, priceCeiling })}>
      {parameters === null ? text('work.sendAgain') : text('work.sendAgainFor', { points: formatNumber(priceCeiling) })}
    </Button>
  )
}
