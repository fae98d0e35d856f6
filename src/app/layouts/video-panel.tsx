import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/lib/current-screen.ts'
import { useText } from '#src/lib/i18n.ts'
import { linkTo } from '#src/lib/routes.ts'
import { closePopovers } from './shell-popovers.ts'
import { ToolPicture } from './tool-picture.tsx'
import { currentTool, TOOLS } from './tools.ts'
import styles from './video-panel.module.css'

/** The three kinds of video, each with what it takes. */
export function VideoPanel(): ReactElement {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <ul className={styles['tools']}>
      {TOOLS.map((tool) => (
        <li key={tool.route}>
          <Link href={linkTo(tool.route)} className={styles['tool']} aria-current={currentTool(tool, screen)} onClick={closePopovers}>
            <ToolPicture of={tool.route} />
            <span className={styles['words']}>
              <span className={styles['name']}>{text(tool.label)}</span>
              <span className={styles['line']}>{text(`shell.tool.${tool.route}`)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
