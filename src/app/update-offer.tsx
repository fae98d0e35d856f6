import type { ReactElement } from 'react'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import styles from './update-offer.module.css'
import { updateState } from './update-state.ts'

async function apply(): Promise<void> {
  const { applyUpdate } = await import('#src/bridge/sw-client.ts')
  applyUpdate()
}

/** Gives the offer's height to all that stands at the bottom, so that it lies over none of it. */
function takeRoom(offer: HTMLElement | null): (() => void) | undefined {
  if (offer === null) return undefined
  const { style } = document.documentElement
  const sized = new ResizeObserver(() => style.setProperty('--offer-height', `${offer.offsetHeight}px`))
  sized.observe(offer)
  return () => {
    sized.disconnect()
    style.removeProperty('--offer-height')
  }
}

/** Offers a newer build at the bottom; never while something is on its way to the server. */
export function UpdateOffer(): ReactElement {
  const text = useText()
  const { isReady } = useSnapshot(updateState)
  const { outbox } = useSnapshot(hubState).work
  const isSending = outbox.some(({ state }) => state !== 'refused')
  return (
    <div aria-live="polite">
      {isReady && (
        <div ref={takeRoom} className={styles['offer']}>
          <p className={styles['words']}>{text(isSending ? 'update.afterSending' : 'update.ready')}</p>
          <Button look="primary" disabled={isSending} onClick={() => void apply()}>
            {text('update.apply')}
          </Button>
          <IconButton icon="close" label={text('update.later')} onClick={() => Object.assign(updateState, { isReady: false })} />
        </div>
      )}
    </div>
  )
}
