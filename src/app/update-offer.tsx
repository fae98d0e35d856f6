import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { reserveOverlaySpace } from '#src/browser/overlay-space.ts'
import { Button, IconButton } from '#src/design/button.tsx'
import styles from './update-offer.module.css'
import { updateState } from '#src/offline/updates/update-state.ts'

async function loadCoordinator() {
  return (await import('#src/offline/updates/start-updates.ts')).updateCoordinator
}

async function acceptUpdate(): Promise<void> {
  await (await loadCoordinator()).accept()
}

async function applyAnyway(): Promise<void> {
  ;(await loadCoordinator()).applyAnyway()
}

async function declineUpdate(): Promise<void> {
  Object.assign(updateState, { isReady: false })
  ;(await loadCoordinator()).withdraw()
}

const reserveSpace = reserveOverlaySpace('--offer-height')

/** Offers a newer build. If a tab has a reason not to reload, the reason is shown after the user has accepted. */
export function UpdateOffer() {
  const text = useText()
  const { isReady, phase } = useSnapshot(updateState)
  return (
    <div aria-live="polite">
      {isReady && (
        <div ref={reserveSpace} className={styles['offer']}>
          <p className={styles['words']}>
            {phase.kind === 'waiting' ? text(`update.waits.${phase.reason}`) : text(PHASE_TEXT_KEYS[phase.kind])}
          </p>
          {phase.kind === 'silent' && <Button onClick={() => void applyAnyway()}>{text('update.anyway')}</Button>}
          {(phase.kind === 'offered' || phase.kind === 'asking') && (
            <Button variant="primary" isBusy={phase.kind === 'asking'} onClick={() => void acceptUpdate()}>
              {text('update.apply')}
            </Button>
          )}
          <IconButton icon="close" label={text('update.later')} onClick={() => void declineUpdate()} />
        </div>
      )}
    </div>
  )
}

const PHASE_TEXT_KEYS = { offered: 'update.ready', asking: 'update.ready', silent: 'update.silent' } as const
