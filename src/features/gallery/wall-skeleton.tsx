import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import styles from './wall-skeleton.module.css'

/** Width and height of pictures as a gallery mixes them. */
const SHAPES = [
  { name: 'first wide', width: 16, height: 9 },
  { name: 'first tall', width: 9, height: 13 },
  { name: 'first square', width: 1, height: 1 },
  { name: 'second wide', width: 16, height: 9 },
  { name: 'second square', width: 1, height: 1 },
  { name: 'third wide', width: 16, height: 9 },
  { name: 'second tall', width: 9, height: 13 },
  { name: 'third square', width: 1, height: 1 },
] as const

export function WallSkeleton(): ReactElement {
  const text = useText()
  return (
    <div className={styles['wall']} aria-busy="true">
      <p className="visually-hidden">{text('gallery.loading')}</p>
      {SHAPES.map(({ name, width, height }) => (
        <div key={name} className={styles['tile']}>
          <Skeleton width={width} height={height} />
        </div>
      ))}
    </div>
  )
}
