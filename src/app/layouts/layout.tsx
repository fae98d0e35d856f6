import type { ReactElement, ReactNode } from 'react'
import type { LayoutName } from '#src/app/screen-look.ts'
import { Suspense } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { lazyPart } from '#src/lib/lazy-part.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LAYOUT_PARTS } from './layout-parts.ts'
import styles from './layout.module.css'
import { ToolSwitch } from './tool-switch.tsx'
import { Brand } from './brand.tsx'
import { StateChip } from './state-chip.tsx'

const UpdateOffer = lazyPart([], async () => (await import('#src/app/update-offer.tsx')).UpdateOffer)

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
