import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { posterSources } from '#shared/domain/poster-sources.ts'
import styles from './mode-pictures.module.css'

const SIZES = '(min-width: 1024px) 560px, 100vw'

/** One picture; two that share the place along a slant; or a few side by side. */
export function ModePictures({ items }: { readonly items: readonly Template[] }): ReactElement {
  const pictures = items.flatMap(({ srcImage, width }) => srcImage.map((url) => ({ url, width })))
  const [first] = items
  const look = items.length > 1 ? 'slices' : first?.bizType === 'HEAD_TAIL' ? 'slant' : 'whole'
  return (
    <span className={styles['pictures']} data-look={look}>
      {pictures.map(({ url, width }) => (
        <img
          key={url}
          className={styles['picture']}
          src={url}
          srcSet={posterSources({ firstImageUrl: url, width })}
          sizes={SIZES}
          decoding="async"
          draggable={false}
          alt=""
        />
      ))}
    </span>
  )
}
