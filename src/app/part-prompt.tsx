import { useLayoutEffect, useState } from 'react'
import { useText } from '#src/i18n/i18n.ts'
import { saveBeforeLeaving } from '#src/routing/leave-guard.ts'
import { partError } from '#src/loading/part-watch.ts'
import { useIsLoadingScreen } from '#src/routing/shown-location.tsx'
import { useSnapshot } from '#src/store/state.ts'
import { buttonClass } from '#src/design/button-class.ts'
import styles from './part-prompt.module.css'
import { updateState } from '#src/offline/updates/update-state.ts'
import { createPortal } from 'react-dom'

/**
 * Reloads the page, because the server does not have a part of this build. If another build waits, that build is applied instead, when
 * all tabs agree.
 */
async function reloadPage(): Promise<void> {
  if (updateState.isReady) return (await import('#src/offline/updates/start-updates.ts')).updateCoordinator.accept()
  await saveBeforeLeaving()
  location.reload()
}

/** Asks the user what to do about a part of the page that can't be loaded. It closes when the part is loaded. */
export function PartPrompt() {
  const text = useText()
  const { prompt } = useSnapshot(partError)
  const isLoadingScreen = useIsLoadingScreen()
  if (prompt === null) return null
  return (
    <OnTop className={styles['container']}>
      <div role="alert" className={styles['prompt']}>
        <p className={styles['words']}>{text(`part.${prompt}`)}</p>
        {prompt === 'reload' && (
          <button type="button" className={buttonClass('primary')} onClick={() => void reloadPage()}>
            {text('part.reloadNow')}
          </button>
        )}
        {isLoadingScreen && (
          <button type="button" className={buttonClass()} onClick={() => history.back()}>
            {text('part.back')}
          </button>
        )}
      </div>
    </OnTop>
  )
}

interface OnTopProps {
  readonly className?: string | undefined
  readonly children: React.ReactNode
}

/**
 * Renders its children above everything else. If a dialog is open, it renders them inside the topmost dialog, because everything
 * outside is inert.
 */
export function OnTop({ className = '', children }: OnTopProps) {
  const [container] = useState(() => Object.assign(document.createElement('div'), { className, popover: 'manual' }))
  useLayoutEffect(() => {
    const moveToTop = () => {
      const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
      if (container.parentElement === parent) return
      parent.append(container)
      container.showPopover?.()
    }
    const observer = new MutationObserver(moveToTop)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    moveToTop()
    return () => {
      observer.disconnect()
      container.remove()
    }
  }, [container])
  return createPortal(children, container)
}
