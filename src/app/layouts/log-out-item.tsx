import type { ReactElement } from 'react'
import { useState } from 'react'
import { leaveAccount } from '#src/features/account/session/leave-account.ts'
import { useText } from '#src/lib/i18n.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { closePopovers } from './shell-popovers.ts'
import styles from './user-menu-panel.module.css'

/** Leaves the account; the menu stays until that is done, so that nobody wonders. */
export function LogOutItem(): ReactElement {
  const text = useText()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await leaveAccount()
    setLeaving(false)
    closePopovers()
  }
  return (
    <button type="button" className={styles['item']} aria-busy={isLeaving || undefined} onClick={() => isLeaving || void leave()}>
      {isLeaving ? <Spinner /> : <Icon name="leave" />}
      {text('shell.logOut')}
    </button>
  )
}
