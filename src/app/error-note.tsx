import { useState } from 'react'
import { copyText } from '#src/browser/copy-text.ts'
import { useComponentText } from '#src/i18n/component-locale.ts'
import type { Crash } from '#src/reporting/errors.ts'
import { crashDetails } from '#src/reporting/crash-details.ts'
import { diagnosticsText, readPageFacts } from '#src/measurement/errors/diagnostics.ts'
import { Button } from '#src/design/button.tsx'
import { ErrorScreen } from '#src/design/error-screen.tsx'
import { Icon } from '#src/design/icon.tsx'
import styles from './error-note.module.css'
import { ErrorActions } from './pages/error-actions.tsx'

const STATUS_CODE = 500

/** Replaces content that failed to render, so that the page is not blank. The details of the error can be expanded. */
export function ErrorNote({ crash }: { readonly crash: Crash }) {
  const { language, direction, text } = useComponentText()
  const [copyResult, setCopyResult] = useState<'done' | 'failed' | null>(null)
  const { userAgent } = navigator
  const details = crashDetails(crash, { path: location.pathname, version: __APP_VERSION__, userAgent })
  const copyDetails = async () => {
    const pageDiagnostics = await readPageFacts().then(diagnosticsText, () => '')
    setCopyResult((await copyText(`${details}\n\n${pageDiagnostics}`)) ? 'done' : 'failed')
  }
  return (
    <ErrorScreen
      isAlert
      statusCode={STATUS_CODE}
      language={language}
      direction={direction}
      title={text('error.server')}
      description={text('error.serverHint')}
      actions={<ErrorActions text={text} />}
    >
      <div className={styles['more']}>
        <p className={styles['id']}>
          {text('error.id')} <code className={styles['code']}>{crash.id}</code>
        </p>
        <Button variant="plain" icon={copyResult === 'done' ? 'check' : 'copy'} onClick={() => void copyDetails()}>
          {text(copyResult === 'done' ? 'error.copied' : 'error.copyDetails')}
        </Button>
        <output className={styles['notice']}>{copyResult === 'failed' && text('error.copyFailed')}</output>
        <details className={styles['details']} open={copyResult === 'failed' || undefined}>
          <summary className={styles['summary']}>
            {text('error.details')}
            <Icon name="chevron" size="s" />
          </summary>
          <pre className={styles['words']} dir="ltr">
            {details}
          </pre>
        </details>
      </div>
    </ErrorScreen>
  )
}
