import type { ReactElement, ReactNode } from 'react'
import { Component } from 'react'
import { useComponentText } from '#src/lib/component-locale.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './crash-screen.module.css'

interface CrashState {
  readonly error: unknown
}

/** What is shown when drawing failed: never a blank page. */
export class CrashScreen extends Component<{ readonly children: ReactNode }, CrashState> {
  override state: CrashState = { error: undefined }

  static getDerivedStateFromError(error: unknown): CrashState {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <CrashNote error={this.state.error} />
  }
}

const STATUS_CODE = 500

function CrashNote({ error }: CrashState): ReactElement {
  const { language, text } = useComponentText()
  return (
    <main className={styles['crash']} role="alert" lang={language}>
      <p className={styles['code']}>{STATUS_CODE}</p>
      <h1 className={styles['title']}>{text('error.server')}</h1>
      <p>{text('error.serverHint')}</p>
      <pre className={styles['detail']}>{error instanceof Error ? error.message : String(error)}</pre>
      <Button look="primary" onClick={() => location.reload()}>
        {text('error.reload')}
      </Button>
    </main>
  )
}
