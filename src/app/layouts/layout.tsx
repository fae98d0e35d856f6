import type { ReactElement, ReactNode } from 'react'
import { Suspense } from 'react'
import { useText } from '#src/platform/i18n.ts'
import { lazyPart } from '#src/platform/lazy-part.ts'
import type { LayoutName } from '../screen-look.ts'
import styles from './layout.module.css'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ToolSwitch } from './tool-switch.tsx'
import { Brand } from './brand.tsx'
import { StateChip } from './state-chip.tsx'

const UpdateOffer = lazyPart([], async () => (await import('../update-offer.tsx')).UpdateOffer)

const MAIN_ID = 'main'

/** The five frames a screen can stand in, or none. Rule: docs/rules.md, "Layouts". */
export function Layout({ name, children }: { readonly name: LayoutName; readonly children: ReactNode }): ReactElement {
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

/** The brand alone, and what has to be known of the app itself. */
function PlainHeader(): ReactElement {
  return (
    <header className={styles['plain']}>
      <div className={styles['plainInner']}>
        <Brand />
        <StateChip />
      </div>
    </header>
  )
}

/** No newer build is known before the first paint. */
function LateUpdateOffer(): ReactElement {
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

/** What stands around a screen. Rule: docs/rules.md, "Layouts". */
export const LAYOUT_PARTS: Record<LayoutName, LayoutParts> = {
  default: { header: 'full', hasToolSwitch: false, hasFooter: true, hasBottomBar: true },
  home: { header: 'full', hasToolSwitch: false, hasFooter: false, hasBottomBar: true },
  tools: { header: 'full', hasToolSwitch: true, hasFooter: false, hasBottomBar: true },
  'no-login': { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  pure: { header: 'plain', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
  none: { header: 'none', hasToolSwitch: false, hasFooter: false, hasBottomBar: false },
}
