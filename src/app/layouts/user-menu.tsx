import type { ReactElement } from 'react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { openLogin } from '#src/lib/login-dialog-state.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { loadWithTexts } from '#src/lib/load-with-texts.ts'
import { initials, personName } from '#src/lib/person-name.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { useFocusHeir } from '#src/lib/use-focus-heir.ts'
import { useHasAccount } from '#src/lib/use-has-account.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './user-menu.module.css'

const UserMenuPanel = lazy(() => loadWithTexts('account', async () => ({ default: (await import('./user-menu-panel.tsx')).UserMenuPanel })))

/** The way in, or what belongs to who is in. */
export function UserMenu(): ReactElement {
  const text = useText()
  const [path] = useLocation()
  const hasAccount = useHasAccount()
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  return (
    <div ref={place} tabIndex={-1}>
      {hasAccount ? (
        <MenuOfScreen key={path} />
      ) : (
        <button type="button" className={buttonClass('quiet')} aria-haspopup="dialog" onClick={() => void openLogin()}>
          {text('nav.logIn')}
        </button>
      )}
    </div>
  )
}

/** Begins anew with each screen, so that it never outlives a route. The panel opens itself the first time; then the browser does it. */
function MenuOfScreen(): ReactElement {
  const text = useText()
  const id = useId()
  const { account } = useSnapshot(hubState)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const known = account?.isLoggedIn === true ? account : null
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={known === null ? text('nav.accountUnread') : text('nav.account', { name: personName(known) })}
        aria-expanded={isOpen}
        popoverTarget={id}
        onClick={() => setWanted(true)}
      >
        <span className={styles['initials']}>{known === null ? <Icon name="user" /> : initials(known)}</span>
      </button>
      {isWanted && (
        <Suspense>
          <UserMenuPanel id={id} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  )
}
