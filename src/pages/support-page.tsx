import type { ReactElement } from 'react'
import { CopyDiagnostics } from '#src/features/diagnostics/copy-diagnostics.tsx'
import { NewsletterForm } from '#src/features/newsletter/newsletter-form.tsx'
import { ContactForm } from '#src/features/support/contact-form.tsx'
import { TopicList } from '#src/features/support/topic-list.tsx'
import { useText } from '#src/lib/i18n.ts'
import { showNamed } from '#src/lib/show-named.ts'
import styles from './support-page.module.css'

const showContact = (heading: HTMLHeadingElement | null) => void (heading !== null && showNamed(heading))

export function SupportPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{text('support.title')}</h1>
        <p className={styles['lead']}>{text('support.lead')}</p>
      </header>
      <TopicList />
      <section className={styles['contact']} aria-labelledby="contact">
        <div className={styles['about']}>
          <h2 id="contact" ref={showContact} tabIndex={-1} className={styles['subtitle']}>
            {text('support.contactTitle')}
          </h2>
          <p className={styles['hint']}>{text('support.contactHint')}</p>
          <p className={styles['hint']}>{text('diagnostics.forSupport')}</p>
          <CopyDiagnostics />
        </div>
        <div className={styles['form']}>
          <ContactForm />
        </div>
      </section>
      <NewsletterForm />
    </div>
  )
}
