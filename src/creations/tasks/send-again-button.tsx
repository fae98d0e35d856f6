import { useEffect, useState } from 'react'
import type { OutboxItem } from '#shared/contract/hub-contract.ts'
import type { ButtonVariant } from '#src/design/button-class.ts'
import { choicePoints } from '#shared/domain/video-price.ts'
import { formatNumber, useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import { type VideoParameters, getVideoParameters } from '#shared/api/generation.ts'
import { api } from '#src/hub-client/api.ts'
import { retryUntilSuccess } from '#src/browser/retry.ts'
import { editCommit, retryRefused } from './task-actions.ts'

/**
 * A button that sends a refused commit again. If the price has increased, the button shows the new price, and the commit is sent
 * only at that price.
 */
export function SendAgainButton({ item, variant = 'quiet' }: { readonly item: OutboxItem; readonly variant?: ButtonVariant }) {
  const text = useText()
  const hasPriceRisen = item.error?.code === 'price_changed'
  const parameters = useVideoParameters(hasPriceRisen)
  const { id, settings } = item
  if (!hasPriceRisen) {
    return (
      <Button variant={variant} icon="retry" onClick={() => void retryRefused(id)}>
        {text('work.sendAgain')}
      </Button>
    )
  }
  const model = parameters?.series.find(({ modelName }) => modelName === settings.modelName)
  const priceCeiling = choicePoints(model, settings.duration, settings.resolution) * settings.videoNum
  return (
    <Button variant={variant} icon="retry" disabled={parameters === null} onClick={() => void editCommit(id, { settings, priceCeiling })}>
      {parameters === null ? text('work.sendAgain') : text('work.sendAgainFor', { points: formatNumber(priceCeiling) })}
    </Button>
  )
}

/** The options and prices that the server offers now; null until its answer, or if they are not needed. */
export function useVideoParameters(isNeeded: boolean): VideoParameters | null {
  const [parameters, setParameters] = useState<VideoParameters | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isUnmounted = false
    const load = async () => {
      const answer = await api.call(getVideoParameters, {})
      const isUsable = answer.ok && answer.value.series.length > 0
      if (isUsable && !isUnmounted) setParameters(answer.value)
      return isUsable || isUnmounted
    }
    void retryUntilSuccess(load)
    return () => {
      isUnmounted = true
    }
  }, [isNeeded])
  return parameters
}
