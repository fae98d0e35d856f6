import type { ReactElement } from 'react'
import { Scene } from '#src/ui/scene/scene.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './tool-picture.module.css'

/** What a tool makes, as a small picture: one that moves, one that becomes another, one with an effect on it. Decorative. */
export function ToolPicture({ of }: { readonly of: 'imageToVideo' | 'startEnd' | 'templates' }): ReactElement {
  return (
    <span className={styles['picture']} data-of={of} aria-hidden="true">
      <Scene palette={of === 'templates' ? 'night' : 'dusk'} seed={7} />
      {of === 'startEnd' && (
        <span className={styles['end']}>
          <Scene palette="dawn" seed={23} />
        </span>
      )}
      {of !== 'startEnd' && (
        <span className={styles['sign']}>
          <Icon name={of === 'templates' ? 'wand' : 'play'} size="s" />
        </span>
      )}
    </span>
  )
}
