import { Suspense } from 'react'
import { Link, linkTo, useCurrentScreen } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { lazyPart } from '#src/loading/lazy-part.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import type { LayoutName } from '#shared/domain/screens.ts'
import { usePerson } from '../screen-access.ts'
import styles from './layout.module.css'
import { Header } from './header.tsx'
import { Brand } from './brand.tsx'
import { StateChip } from './state-chip.tsx'
import { BAR_ITEMS, currentMark, currentTool, TOOLS } from './nav-items.ts'

const UpdateOffer = lazyPart([], async () => (await import('../update-offer.tsx')).UpdateOffer)

const MAIN_ID = 'main'

/** The elements around a screen, for each of the five layouts and for none. Rule: docs/platform.md, "Layouts". */
export function Layout({ name, children }: { readonly name: LayoutName; readonly children: React.ReactNode }) {
  const text = useText()
  const { header, hasToolSwitch, hasFooter, hasBottomBar } = LAYOUT_PARTS[name]
  return (
    <div className={styles['layout']} data-layout={name} data-bottom-bar={hasBottomBar || undefined}>
      <a className={styles['skip']} href={`#${MAIN_ID}`}>
        {text('app.skip')}
      </a>
      {header === 'full' && <Header />}
      {header === 'plain' && <PlainHeader />}
      {hasToolSwitch && <ToolSwitch />}
      <main id={MAIN_ID} className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      {hasFooter && <Footer />}
      {header !== 'none' && <LateUpdateOffer />}
      {hasBottomBar && <BottomBar />}
    </div>
  )
}

/** A header with the logo and the app's own state only. */
function PlainHeader() {
  return (
    <header className={styles['plain']}>
      <div className={styles['plainInner']}>
        <Brand />
        <StateChip />
      </div>
    </header>
  )
}

/** The offer of a newer build. It loads lazily, because no newer build can be known before the first paint. */
function LateUpdateOffer() {
  return (
    <Suspense>
      <UpdateOffer />
    </Suspense>
  )
}

interface LayoutParts {
  readonly header: 'full' | 'plain' | 'none'
  readonly hasToolSwitch: boolean
  readonly hasFooter: boolean
  readonly hasBottomBar: boolean
}

/** Which elements each layout has around its screen. */
export const LAYOUT_PARTS: Record<LayoutName, LayoutParts> = {
  default: { header: 'full', hasToolSwitch: false, hasFooter: true, hasBottomBar: true },
  home: { header: 'full', hasToolSwitch: false, hasFooter: false, hasBottomBar: true },
  tools: { header: 'full', hasToolSwitch: true, hasFooter: false, hasBottomBar: true },
  'no-login': { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  pure: { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  none: { header: 'none', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
}

/** The navigation at the bottom of a phone. */
export function BottomBar() {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <nav className={styles['bar']} aria-label={text('nav.phoneLabel')}>
      {BAR_ITEMS.map((item) => (
        <Link
          key={item.mark}
          href={linkTo(item.route)}
          className={styles['link']}
          data-mark={item.mark}
          aria-current={currentMark(item, screen)}
        >
          <span className={styles['icon']}>
            <ShellIcon name={item.icon} />
          </span>
          <span className={styles['name']}>{text(item.label)}</span>
        </Link>
      ))}
    </nav>
  )
}

const FOOTER_LINKS = [
  { route: 'pricing', label: 'nav.pricing' },
  { route: 'resource', label: 'nav.resource' },
  { route: 'support', label: 'nav.support' },
  { route: 'privacy', label: 'nav.privacy' },
  { route: 'terms', label: 'nav.terms' },
] as const

export function Footer() {
  const text = useText()
  const { isMember } = usePerson()
  return (
    <footer className={styles['footer']}>
      <p>{text('footer.line')}</p>
      <nav className={styles['links']} aria-label={text('footer.label')}>
        {FOOTER_LINKS.filter(({ route }) => route !== 'pricing' || !isMember).map(({ route, label }) => (
          <Link key={route} href={linkTo(route)} className={styles['footerLink']}>
            {text(label)}
          </Link>
        ))}
      </nav>
    </footer>
  )
}

/** Switches between the kinds of video. Each kind has its own draft. */
export function ToolSwitch() {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <nav className={styles['toolNav']} aria-label={text('nav.tools')}>
      <ul className={styles['tools']}>
        {TOOLS.map((tool) => (
          <li key={tool.route}>
            <Link href={linkTo(tool.route)} className={styles['tool']} aria-current={currentTool(tool, screen)}>
              <ShellIcon name={tool.icon} size="s" />
              {text(tool.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
