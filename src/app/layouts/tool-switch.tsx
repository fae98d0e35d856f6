import type { ReactElement } from 'react'
import { Link } from 'wouter'
import { useCurrentScreen } from '#src/platform/screen-location.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { ShellIcon } from '#src/design/shell-icon.tsx'
import styles from './tool-switch.module.css'
import { currentTool, TOOLS } from './tools.ts'

/** From one kind of video to another; each keeps its own draft. */
export function ToolSwitch(): ReactElement {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <nav className={styles['place']} aria-label={text('nav.tools')}>
      <ul className={styles['tools']}>
        {TOOLS.map((tool) => (
          <li key={tool.route}>
            <Link href={linkTo(tool.route)} className={styles['tool']} aria-current={currentTool(tool, screen)}>
              <ShellIcon name={tool.icon} size="s" />
              {text(tool.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
