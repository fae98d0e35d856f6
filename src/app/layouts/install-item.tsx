import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { installApp, installState } from '#src/app/install-app.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Icon } from '#src/ui/icon.tsx'
import { closePopovers } from './shell-popovers.ts'
import styles from './user-menu-panel.module.css'

/** The way to install the app, as long as there is one. */
export function InstallItem(): ReactElement | null {
  const text = useText()
  const { way } = useSnapshot(installState)
  const install = () => {
    closePopovers()
    void installApp()
  }
  if (way === 'none') return null
  return (
    <button type="button" className={styles['item']} onClick={install}>
      <Icon name="download" />
      {text('shell.install')}
    </button>
  )
}
