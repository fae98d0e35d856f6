import styles from './error-screen.module.css'

interface ErrorScreenProps {
  readonly statusCode: number
  /** The language of the texts. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly description: string
  readonly actions: React.ReactNode
  /** Whether screen readers announce the error. True if it appears without an action of the user. */
  readonly isAlert?: boolean
  readonly children?: React.ReactNode
}

/** An error that fills the page: an empty viewfinder with the status code, an explanation, and links to continue. */
export function ErrorScreen({ statusCode, language, direction, title, description, actions, isAlert = false, children }: ErrorScreenProps) {
  return (
    <div className={styles['screen']} lang={language} dir={direction}>
      <p className={styles['code']}>{statusCode}</p>
      <div className={styles['words']} role={isAlert ? 'alert' : undefined}>
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['description']}>{description}</p>
      </div>
      <div className={styles['actions']}>{actions}</div>
      {children}
    </div>
  )
}
