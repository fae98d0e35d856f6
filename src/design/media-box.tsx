import styles from './media-box.module.css'

const TALLEST_RATIO = 0.56

interface MediaBoxProps {
  readonly width: number
  readonly height: number
  readonly children?: React.ReactNode
}

/**
 * Reserves space with the ratio of a picture or video, but not a narrower ratio than TALLEST_RATIO, so that nothing moves when it loads.
 */
export function MediaBox({ width, height, children }: MediaBoxProps) {
  const ratio = Math.max(TALLEST_RATIO, width / height)
  return (
    <div className={styles['box']} style={{ aspectRatio: String(ratio) }}>
      {children}
    </div>
  )
}
