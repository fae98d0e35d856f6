import { Link, linkTo, useCurrentScreen } from '#src/routing/routes.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Scene } from '#src/design/scene/scene.tsx'
import { Icon } from '#src/design/icon.tsx'
import { closePopovers } from './shell-popover.tsx'
import { TOOLS, currentTool } from './nav-items.ts'
import styles from './video-panel.module.css'

/** A panel with the three kinds of video and what each one needs. */
export function VideoPanel() {
  const text = useText()
  const screen = useCurrentScreen()
  return (
    <ul className={styles['tools']}>
      {TOOLS.map((tool) => (
        <li key={tool.route}>
          <Link href={linkTo(tool.route)} className={styles['tool']} aria-current={currentTool(tool, screen)} onClick={closePopovers}>
            <ToolPicture route={tool.route} />
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

/**
 * An icon of what a kind of video makes: a moving picture, a picture that turns into another, or a picture with an effect. Screen
 * readers ignore it.
 */
function ToolPicture({ route }: { readonly route: 'imageToVideo' | 'startEnd' | 'templates' }) {
  return (
    <span className={styles['picture']} data-of={route} aria-hidden="true">
      <Scene palette={route === 'templates' ? 'night' : 'dusk'} seed={7} />
      {route === 'startEnd' && (
        <span className={styles['end']}>
          <Scene palette="dawn" seed={23} />
        </span>
      )}
      {route !== 'startEnd' && (
        <span className={styles['sign']}>
          <Icon name={route === 'templates' ? 'wand' : 'play'} size="s" />
        </span>
      )}
    </span>
  )
}
