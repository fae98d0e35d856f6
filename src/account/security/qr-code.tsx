import { type ReactElement, useMemo } from 'react'
import { encode } from 'uqr'
import styles from './security.module.css'

/** Modules of white around a code, as the standard asks. */
const QUIET_ZONE = 4

/** A QR code, dark on white in both themes, because some cameras read no other. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }): ReactElement {
  const { size, path } = useMemo(() => draw(value), [value])
  return (
    <figure className={styles['figure']}>
      <svg className={styles['qr']} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={path} />
      </svg>
      <figcaption className="visually-hidden">{label}</figcaption>
    </figure>
  )
}

function draw(value: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(value, { border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
