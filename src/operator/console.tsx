import { useState } from 'react'
import { Link, useLocation } from '#src/routing/routes.ts'
import { Button } from '#src/design/button.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { CommandPalette, usePaletteKey } from './command-palette.tsx'
import { OpenActDialog } from './console-acts.tsx'
import { CONSOLE_SCREENS, consolePath, consoleScreenOf } from './console-parts.tsx'
import styles from './console.module.css'
import { HealthScreen } from './health-screen.tsx'
import { InboxScreen } from './inbox-screen.tsx'
import { FindOwnerScreen } from './find-owner-screen.tsx'
import { PersonScreen } from './person-screen.tsx'
import { PromotionsScreen } from './promotions-screen.tsx'
import { RecordScreen } from './record-screen.tsx'

export function OperatorConsole({ email }: { readonly email: string }) {
  const text = useText()
  const [path] = useLocation()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))
  const currentScreen = consoleScreenOf(path)
  return (
    <div className={styles['console']} data-starts-at-top>
      <header className={styles['head']}>
        <div>
          <h1 className={styles['title']}>{text('operator.title')}</h1>
          <p className={styles['hint']}>{text('operator.lead', { email })}</p>
        </div>
        <Button icon="search" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={() => setPaletteOpen(true)}>
          {text('operator.commands')} <kbd className={styles['key']}>Ctrl K</kbd>
        </Button>
      </header>
      <nav aria-label={text('operator.navigation')}>
        <ul className={styles['tabs']}>
          {CONSOLE_SCREENS.map((name) => (
            <li key={name}>
              <Link href={consolePath(name)} className={styles['tab']} aria-current={currentScreen?.screen === name ? 'page' : undefined}>
                {text(`operator.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {currentScreen === undefined ? <p>{text('operator.nothing')}</p> : <CurrentScreen {...currentScreen} />}
      {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
      <OpenActDialog />
    </div>
  )
}

function CurrentScreen({ screen, id }: NonNullable<ReturnType<typeof consoleScreenOf>>) {
  switch (screen) {
    case 'inbox':
      return <InboxScreen />
    case 'look-up':
      return <FindOwnerScreen />
    case 'promotions':
      return <PromotionsScreen />
    case 'health':
      return <HealthScreen />
    case 'record':
      return <RecordScreen />
    case 'person':
      return <PersonScreen key={id} id={id} />
  }
}
