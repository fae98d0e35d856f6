import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { useOpenInTool } from '#src/lib/file-drop.ts'
import { FileButton } from '#src/ui/file-button.tsx'
import { readAppInfo } from '#src/lib/app-info.ts'
import styles from './try-it.module.css'
import { welcomeLine } from './welcome-line.ts'

/** Where a visitor begins: a picture chosen here is in the form a moment later. */
export function TryIt(): ReactElement {
  const text = useText()
  const openInTool = useOpenInTool()
  const points = useWelcomePoints()
  return (
    <div className={styles['try']}>
      <div className={styles['print']}>
        <FileButton look="primary" size="l" icon="image" label={text('landing.choose')} onFile={(file) => openInTool([file])} />
        <p className={styles['ways']}>{text('landing.ways')}</p>
      </div>
      <p className={styles['welcome']}>{welcomeLine(points, text)}</p>
    </div>
  )
}

/** How many points a visitor begins with; null while that is not known. */
function useWelcomePoints(): number | null {
  const [points, setPoints] = useState<number | null>(null)
  useEffect(() => void readAppInfo().then((info) => setPoints(info?.welcomePointsVisitor ?? null)), [])
  return points
}
