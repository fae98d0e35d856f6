import { useState } from 'react'
import { copyText } from '#src/browser/copy-text.ts'
import { diagnosticsText, readPageFacts } from './errors/diagnostics.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Button } from '#src/design/button.tsx'
import styles from './copy-diagnostics.module.css'

/** Copies the diagnostics to the clipboard and shows them, so that the user can copy them by hand if the browser refuses. */
export function CopyDiagnostics() {
  const text = useText()
  const [result, setResult] = useState<{ readonly isCopied: boolean; readonly diagnostics: string } | null>(null)
  const copy = async () => {
    const diagnostics = diagnosticsText(await readPageFacts())
    setResult({ isCopied: await copyText(diagnostics), diagnostics })
  }
  return (
    <div className={styles['block']}>
      <Button icon={result?.isCopied === true ? 'check' : 'copy'} onClick={() => void copy()}>
        {text('diagnostics.copy')}
      </Button>
      <output className={styles['notice']}>{result !== null && text(result.isCopied ? 'diagnostics.copied' : 'diagnostics.byHand')}</output>
      {result !== null && (
        <pre className={styles['words']} dir="ltr">
          {result.diagnostics}
        </pre>
      )}
    </div>
  )
}
