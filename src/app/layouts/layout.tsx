import type { ReactElement, ReactNode } from 'react'
import type { LayoutName } from '#src/app/screen-look.ts'
import { useText } from '#src/lib/i18n.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { PlainHeader } from './plain-header.tsx'
import { StateBanners } from './state-banners.tsx'

interface Parts {
  readonly header: 'full' | 'plain' | 'none'
  readonly hasFooter: boolean
  readonly hasBottomBar: boolean
}

const PARTS: Record<LayoutName, Parts> = {
  default: { header: 'full', hasFooter: true, hasBottomBar: true },
  home: { header: 'full', hasFooter: false, hasBottomBar: true },
  'no-login': { header: 'plain', hasFooter: false, hasBottomBar: false },
  pure: { header: 'plain', hasFooter: false, hasBottomBar: false },
  tools: { header: 'full', hasFooter: false, hasBottomBar: true },
  none: { header: 'none', hasFooter: false, hasBottomBar: false },
}

const MAIN_ID = 'main'

/** The five frames a screen can stand in, or none. */
export function Layout({ name, children }: { readonly name: LayoutName; readonly children: ReactNode }): ReactElement {
  const text = useText()
  const { header, hasFooter, hasBottomBar } = PARTS[name]
  return (
    <div className={styles['layout']} data-layout={name} data-bottom-bar={hasBottomBar || undefined}>
      <a className={styles['skip']} href={`#${MAIN_ID}`}>
        {text('app.skip')}
      </a>
      {header === 'full' && <Header />}
      {header === 'plain' && <PlainHeader />}
      <StateBanners />
      <main id={MAIN_ID} className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      {hasFooter && <Footer />}
      {hasBottomBar && <BottomBar />}
    </div>
  )
}
