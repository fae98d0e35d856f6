import { lazy, Suspense } from 'react'
import styles from './data-icon.module.css'

const Drawing = lazy<React.ComponentType<{ readonly name: string }>>(() =>
  import('./icon-drawing.tsx').then(
    ({ IconDrawing }) => ({ default: IconDrawing }),
    () => ({ default: NoDrawing }),
  ),
)

/**
 * An icon whose name is data, such as `lucide:sun`. Its box has a fixed size, and is empty if the icon can't be loaded. Screen
 * readers ignore it. Rule: docs/platform.md, "Icons".
 */
export function DataIcon({ name, size = 'm' }: { readonly name: string; readonly size?: 's' | 'm' | 'l' }) {
  return (
    <span className={styles['box']} data-size={size} aria-hidden="true">
      <Suspense>
        <Drawing name={name} />
      </Suspense>
    </span>
  )
}

function NoDrawing(): null {
  return null
}
