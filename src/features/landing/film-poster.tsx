import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { usePosterSources } from '#src/lib/saves-data.ts'
import styles from './film-tile.module.css'

const HUNDRED_PER_CENT = 100

interface FilmPosterProps {
  readonly template: Template
  /** How much of the window's width it takes. */
  readonly share: number
}

/** The still of an item, filling its place. */
export function FilmPoster({ template, share }: FilmPosterProps): ReactElement {
  const posterSources = usePosterSources()
  return (
    <img
      className={styles['picture']}
      src={template.firstImageUrl}
      srcSet={posterSources(template)}
      sizes={`(min-width: 1024px) ${Math.ceil(share * HUNDRED_PER_CENT)}vw, 100vw`}
      loading="lazy"
      decoding="async"
      draggable={false}
      alt=""
    />
  )
}
