import { useText } from '#src/i18n/i18n.ts'
import { Dialog } from '#src/design/dialog.tsx'
import { Icon } from '#src/design/icon.tsx'
import { closeInstallSteps } from './install-app.ts'
import styles from './install-dialog.module.css'

const STEPS = [
  { icon: 'share', textKey: 'install.stepShare' },
  { icon: 'addToScreen', textKey: 'install.stepChoose' },
  { icon: 'check', textKey: 'install.stepAdd' },
] as const

/** The steps to install the app by hand in Safari, which has no install prompt. Each step shows Safari's own icon. */
export function InstallDialog() {
  const text = useText()
  return (
    <Dialog title={text('install.byHand')} closeLabel={text('dialog.close')} onClose={closeInstallSteps}>
      <ol className={styles['steps']}>
        {STEPS.map(({ icon, textKey }) => (
          <li key={textKey}>
            <span className={styles['sign']}>
              <Icon name={icon} size="l" />
            </span>
            {text(textKey)}
          </li>
        ))}
      </ol>
      <p className={styles['hint']}>{text('install.separateLogin')}</p>
    </Dialog>
  )
}
