import { useMemo } from 'react'
import { Link, linkTo } from '#src/routing/routes.ts'
import type { Template } from '#shared/api/templates.ts'
import { HOT_EFFECTS } from '#shared/domain/gallery-rules.ts'
import { usePosterSources } from '#src/browser/saves-data.ts'
import { itemsOfKind, hottestItems } from '#src/gallery/choose-items.ts'
import { useText } from '#src/i18n/i18n.ts'
import { openViewer } from '#src/routing/open-viewer.ts'
import { rememberRecent } from '#src/gallery/own-templates.ts'
import { useTemplates } from '#src/gallery/use-templates.ts'
import { Icon } from '#src/design/icon.tsx'
import { Skeleton } from '#src/design/loading.tsx'
import styles from './effects-panel.module.css'
import { closePopovers } from './shell-popover.tsx'

/** The largest width of a poster, as value of the attribute `sizes`. */
const POSTER_SIZES = '120px'
const PLACEHOLDER_KEYS = Array.from({ length: HOT_EFFECTS }, (_, index) => `place ${index}`)

/** A panel with the most popular effects and a link to all effects. */
export function EffectsPanel() {
  const text = useText()
  const { items, status, problem } = useTemplates('hot')
  const effects = useMemo(() => hottestItems(itemsOfKind(items, 'effect')), [items])
  const isWaiting = effects.length === 0 && status === 'loading' && problem === null
  const openEffect = (index: number) => {
    const id = effects[index]?.id
    closePopovers()
    if (id !== undefined) rememberRecent(id)
    openViewer({ items: effects.map((template) => ({ kind: 'effect', template })), index })
  }
  return (
    <div className={styles['panel']} aria-busy={isWaiting}>
      {(isWaiting || effects.length > 0) && (
        <ul className={styles['posters']}>
          {effects.map((template, index) => (
            <li key={template.id}>
              <Poster template={template} onOpen={() => openEffect(index)} />
            </li>
          ))}
          {isWaiting && PLACEHOLDER_KEYS.map((key) => <PosterPlaceholder key={key} />)}
        </ul>
      )}
      {!isWaiting && effects.length === 0 && <p className={styles['none']}>{text('shell.noEffects')}</p>}
      <Link href={linkTo('effects')} className={styles['all']} onClick={closePopovers}>
        {text('shell.allEffects')}
        <Icon name="arrow" size="s" />
      </Link>
    </div>
  )
}

function Poster({ template, onOpen }: { readonly template: Template; readonly onOpen: () => void }) {
  const posterSources = usePosterSources()
  const { firstImageUrl, width, height, templateName } = template
  return (
    <button type="button" className={styles['poster']} onClick={onOpen}>
      <img
        src={firstImageUrl}
        srcSet={posterSources(template)}
        sizes={POSTER_SIZES}
        width={width}
        height={height}
        decoding="async"
        draggable={false}
        alt=""
      />
      <span className={styles['name']}>{templateName}</span>
    </button>
  )
}

function PosterPlaceholder() {
  return (
    <li className={styles['poster']}>
      <Skeleton width={4} height={5} />
      <span className={styles['name']} />
    </li>
  )
}
