import { RowBoundary } from '#src/design/row-boundary.tsx'
import { useMemo, useRef } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import { useText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { ownTemplates } from './own-templates.ts'
import { useTemplates } from './use-templates.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Skeleton } from '#src/design/loading.tsx'
import { itemsOfKind, hottestItems } from './choose-items.ts'
import styles from './hot-effects.module.css'
import { MotionToggle } from './motion-toggle.tsx'
import { TemplateTile } from './template-tile.tsx'
import { useTileActions } from './use-tile-actions.ts'
import { useTileMotion } from './use-tile-motion.ts'

/** The largest width of a tile, in px. */
const MOST_TILE_WIDTH = 290
const PLACEHOLDER_KEYS = Array.from({ length: HOT_EFFECTS }, (_, index) => `place ${index}`)

/** Some popular effects for the home screen. Renders nothing if they can't be loaded. */
export function HotEffects() {
  const text = useText()
  const container = useRef<HTMLUListElement>(null)
  const { items, status, problem } = useTemplates('hot')
  const { liked } = useSnapshot(ownTemplates)
  const effects = useMemo(() => hottestItems(itemsOfKind(items, 'effect')), [items])
  const actions = useTileActions('effect', effects)
  useTileMotion(container)
  if (effects.length === 0 && (status === 'ready' || problem !== null)) return null
  return (
    <section className={styles['hot']} aria-labelledby="hot-title">
      <header className={styles['head']}>
        <h2 id="hot-title" className={styles['title']}>
          {text('gallery.hotEffects')}
        </h2>
        <MotionToggle />
        <Link href={linkTo('effects')} className={buttonClass('plain')}>
          {text('gallery.all')}
        </Link>
      </header>
      <ul ref={container} className={styles['tiles']}>
        {effects.map((template, index) => (
          <RowBoundary key={template.id} row={template}>
            <li className={styles['tile']}>
              <TemplateTile
                template={template}
                index={index}
                width={MOST_TILE_WIDTH}
                badge={null}
                isLiked={liked.includes(template.id)}
                {...actions}
              />
            </li>
          </RowBoundary>
        ))}
        {effects.length === 0 && PLACEHOLDER_KEYS.map((key) => <HotSkeleton key={key} />)}
      </ul>
    </section>
  )
}

function HotSkeleton() {
  return (
    <li className={styles['tile']}>
      <Skeleton width={4} height={5} />
    </li>
  )
}
