import { useLayoutEffect, useRef } from 'react'
import { useCurrentScreen } from '#src/routing/routes.ts'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { useText } from '#src/i18n/i18n.ts'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { openLogin } from '#src/account/login-dialog-state.ts'
import { initials, personName } from '#src/account/profile/person-name.ts'
import { useFocusFallback } from '#src/browser/focus-fallback.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import { screenOf } from '#shared/domain/screens.ts'
import { ShellPopover, closePopovers } from './shell-popover.tsx'
import styles from './user-menu.module.css'

const UserMenuPanel = preloadedPart(['shell'], async () => (await import('./user-menu-panel.tsx')).UserMenuPanel)

export function UserMenu() {
  const text = useText()
  const hasAccount = useHasAccount()
  const isAccountScreen = screenOf(useCurrentScreen()).mark === 'account'
  const { account } = useSnapshot(hubState)
  const container = useRef<HTMLDivElement>(null)
  useFocusFallback(container)
  const knownAccount = hasAccount && account?.isLoggedIn === true ? account : null
  return (
    <div ref={container} tabIndex={-1} className={styles['container']}>
      {!hasAccount && (
        <span className={styles['wayIn']}>
          <button type="button" className={buttonClass('quiet')} aria-haspopup="dialog" onClick={() => void openLogin()}>
            {text('nav.logIn')}
          </button>
        </span>
      )}
      <ShellPopover
        name="userMenu"
        className={styles['button']}
        label={
          knownAccount !== null
            ? text('nav.account', { name: personName(knownAccount), initials: initials(knownAccount) })
            : text(hasAccount ? 'nav.accountUnread' : 'nav.menu')
        }
        panelLabel={text(hasAccount ? 'nav.accountUnread' : 'nav.menu')}
        current={isAccountScreen ? 'true' : undefined}
        trigger={<span className={styles['initials']}>{knownAccount === null ? <ShellIcon name="user" /> : initials(knownAccount)}</span>}
      >
        <UserMenuPanel />
      </ShellPopover>
      <ClosePopoversOnAccountChange key={hasAccount ? 'account' : 'visitor'} />
    </div>
  )
}

function ClosePopoversOnAccountChange(): null {
  useLayoutEffect(() => closePopovers, [])
  return null
}
