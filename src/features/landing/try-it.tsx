import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { useBringToTool } from '#src/lib/use-bring-to-tool.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import styles from './try-it.module.css'
import { useWelcomePoints } from './use-welcome-points.ts'
import { welcomeLine } from './welcome-line.ts'

/** Where a visitor begins: a picture chosen here is in the form a moment later. */
export function TryIt(): ReactElement {
  const text = useText()
  const bring = useBringToTool()
  const points = useWelcomePoints()
  return (
    <div className={styles['try']}>
      <div className={styles['print']}>
        <FileButton look="primary" size="l" icon="image" label={text('landing.choose')} onFile={(file) => bring([file])} />
        <p className={styles['ways']}>{text('landing.ways')}</p>
      </div>
      <p className={styles['welcome']}>{welcomeLine(points, text)}</p>
    </div>
  )
}
