import { useEffect, useState, Suspense } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { openCredits } from '#src/billing/billing-dialogs.ts'
import { useText, formatNumber } from '#src/i18n/i18n.ts'
import { openLogin } from '#src/account/login-dialog-state.ts'
import { track } from '#src/reporting/track.ts'
import { Icon } from '#src/design/icon.tsx'
import { hubState, useSnapshot } from '#src/store/state.ts'
import { personName } from '#src/account/profile/person-name.ts'
import { useHasAccount } from '#src/account/use-account-id.ts'
import { toggleTheme, themeOf } from '#src/browser/theme.ts'
import { preferences } from '#src/store/preferences.ts'
import { installApp, installState } from '#src/offline/install/install-app.ts'
import { leaveAccount } from '#src/account/session/leave-account.ts'
import { Spinner } from '#src/design/loading.tsx'
import { preloadedPart } from '#src/loading/lazy-part.ts'
import { usePerson } from '../screen-access.ts'
import styles from './user-menu-panel.module.css'
import { closePopovers } from './shell-popover.tsx'

export function UserMenuPanel() {
  const text = useText()
  const { hasAccount, isMember } = usePerson()
  useEffect(() => track('profile_popup_open', {}), [])
  const closeMenuAndOpen = (open: () => unknown) => () => {
    closePopovers()
    void open()
  }
  return (
    <div className={styles['panel']}>
      <MenuHead />
      {!hasAccount && (
        <div className={styles['group']}>
          <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={closeMenuAndOpen(openLogin)}>
            <Icon name="user" />
            {text('nav.logIn')}
          </button>
          <MenuLink route="signup" icon="plus" label="shell.signUp" />
        </div>
      )}
      <div className={styles['group']}>
        {hasAccount && (
          <button type="button" className={styles['item']} aria-haspopup="dialog" onClick={closeMenuAndOpen(openCredits)}>
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

function MenuLink({ route, icon, label }: MenuLinkProps) {
  const text = useText()
  return (
    <Link href={linkTo(route)} className={styles['item']} onClick={closePopovers}>
      <Icon name={icon} />
      {text(label)}
    </Link>
  )
}

export function MenuHead() {
  const text = useText()
  const hasAccount = useHasAccount()
  const { account, credits } = useSnapshot(hubState)
  const points = credits?.points ?? account?.points
  return (
    <div className={styles['head']}>
      {!hasAccount && (
        <>
          <p className={styles['name']}>{text('shell.visitor')}</p>
          <p className={styles['soft']}>{text('shell.visitorHint')}</p>
        </>
      )}
      {hasAccount && account?.isLoggedIn === true && (
        <>
          <p className={styles['name']}>{personName(account)}</p>
          <p className={styles['soft']}>{account.email}</p>
        </>
      )}
      {points !== undefined && (
        <p className={styles['points']}>
          <Icon name="gem" size="s" />
          {text('shell.points', { points: formatNumber(points) })}
        </p>
      )}
    </div>
  )
}

export function ThemeItem() {
  const text = useText()
  const isDark = themeOf(useSnapshot(preferences).colorMode) === 'dark'
  return (
    <button type="button" className={styles['item']} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
      {text(isDark ? 'shell.light' : 'shell.dark')}
    </button>
  )
}

export function InstallItem() {
  const text = useText()
  const { method } = useSnapshot(installState)
  const install = () => {
    closePopovers()
    void installApp()
  }
  if (method === 'none') return null
  return (
    <button type="button" className={styles['item']} onClick={install}>
      <Icon name="download" />
      {text('shell.install')}
    </button>
  )
}

/** Logs out. The menu stays open until the logout is done, so that the user sees its progress. */
export function LogOutItem() {
  const text = useText()
  const [isLoggingOut, setLoggingOut] = useState(false)
  const logOut = async () => {
    setLoggingOut(true)
    await leaveAccount()
    setLoggingOut(false)
    closePopovers()
  }
  return (
    <button type="button" className={styles['item']} aria-busy={isLoggingOut || undefined} onClick={() => isLoggingOut || void logOut()}>
      {isLoggingOut ? <Spinner /> : <Icon name="leave" />}
      {text('shell.logOut')}
    </button>
  )
}

const NoticeList = preloadedPart(['notices'], async () => (await import('../notices/notice-list.tsx')).NoticeList)

/** The recent notices in the menu. The menu opens without waiting for their code. */
export function MenuNotices() {
  return (
    <div className={styles['group']}>
      <Suspense fallback={<div className={styles['noticesPlaceholder']} />}>
        <NoticeList />
      </Suspense>
    </div>
  )
}
