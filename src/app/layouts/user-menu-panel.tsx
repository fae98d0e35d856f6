import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { usePerson } from '#src/app/use-person.ts'
import { openCredits } from '#src/lib/billing-dialogs.ts'
import { useText } from '#src/lib/i18n.ts'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { linkTo } from '#src/lib/routes.ts'
import { track } from '#src/lib/track.ts'
import { Icon } from '#src/ui/icon.tsx'
import { InstallItem } from './install-item.tsx'
import { LogOutItem } from './log-out-item.tsx'
import { MenuHead } from './menu-head.tsx'
import { MenuNotices } from './menu-notices.tsx'
import { closePopovers } from './shell-popovers.ts'
import { ThemeItem } from './theme-item.tsx'
import styles from './user-menu-panel.module.css'

/** What a visitor or an account can do from everywhere. */
export function UserMenuPanel(): ReactElement {
  const text = useText()
  const { hasAccount, isMember } = usePerson()
  useEffect(() => track('profile_popup_open', {}), [])
  const openAfter = (open: () => unknown) => () => {
    closePopovers()
    void open()
  }
  return (
    <div className={styles['panel']}>
      <MenuHead />
      {!hasAccount && (
        <div className={styles['group']}>
          <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={openAfter(openLogin)}>
            <Icon name="user" />
            {text('nav.logIn')}
          </button>
          <MenuLink route="signup" icon="plus" label="shell.signUp" />
        </div>
      )}
      <div className={styles['group']}>
        {hasAccount && (
          <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={openAfter(openCredits)}>
            <Icon name="plus" />
            {text('shell.buyPoints')}
          </button>
        )}
        {!isMember && <MenuLink route="pricing" icon="gem" label="shell.plans" />}
        {hasAccount && <MenuLink route="personal" icon="user" label="shell.personal" />}
        <MenuLink route="resource" icon="book" label="nav.resource" />
        <MenuLink route="settings" icon="gear" label="shell.settings" />
        <MenuLink route="support" icon="info" label="nav.support" />
        <ThemeItem />
        <InstallItem />
      </div>
      {hasAccount && (
        <div className={styles['group']}>
          <LogOutItem />
        </div>
      )}
      <MenuNotices />
    </div>
  )
}

interface MenuLinkProps {
  readonly route: 'signup' | 'pricing' | 'personal' | 'resource' | 'settings' | 'support'
  readonly icon: 'plus' | 'gem' | 'user' | 'book' | 'gear' | 'info'
  readonly label: string
}

function MenuLink({ route, icon, label }: MenuLinkProps): ReactElement {
  const text = useText()
  return (
    <Link href={linkTo(route)} className={styles['item']} onClick={closePopovers}>
      <Icon name={icon} />
      {text(label)}
    </Link>
  )
}
