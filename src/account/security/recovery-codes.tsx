import { type ReactElement, useState } from 'react'
import { copyText } from '#src/platform/copy-text.ts'
import { saveFile } from '#src/platform/download.ts'
import { useText } from '#src/platform/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './security.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

const LETTERS_OF_GROUP = 4

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps): ReactElement {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  const shown = codes.map((code) => code.match(new RegExp(`.{1,${LETTERS_OF_GROUP}}`, 'g'))?.join('-') ?? code)
  const words = `${shown.join('\n')}\n`
  return (
    <div className={styles['block']}>
      <h3 ref={focusHeading} tabIndex={-1} className={styles['title']}>
        {text('security.recovery.title')}
      </h3>
      <p>{text('security.recovery.hint')}</p>
      <ul className={styles['codes']} dir="ltr" translate="no">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copyText(words).then(setCopied)}>
          {text('security.recovery.copy')}
        </Button>
        <Button icon="download" onClick={() => saveFile(new Blob([words], { type: 'text/plain' }), 'kinora-recovery-codes.txt')}>
          {text('security.recovery.save')}
        </Button>
        <Button look="primary" onClick={onDone}>
          {text('security.recovery.done')}
        </Button>
      </div>
    </div>
  )
}

const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus({ preventScroll: false })
