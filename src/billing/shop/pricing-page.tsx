import type { ReactElement } from 'react'
import { BASE_POINTS } from '#shared/domain/price.ts'
import { useText } from '#src/platform/i18n.ts'
import { DataIcon } from '#src/design/data-icon.tsx'
import { QuestionList } from '#src/design/question-list.tsx'
import styles from './pricing-page.module.css'
import { PacksSection } from './packs-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { useShelves } from './use-shelves.ts'

export function PricingPage(): ReactElement {
  const text = useText()
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{text('pricing.title')}</h1>
        <p className={styles['lead']}>{text('pricing.lead', { points: BASE_POINTS })}</p>
      </header>
      <PlansSection />
      <PacksSection />
      <div className={styles['more']}>
        <Comparison />
        <Questions />
      </div>
    </div>
  )
}

/** The plans side by side, line by line. */
export function Comparison(): ReactElement | null {
  const text = useText()
  const { features } = useShelves().shelves
  if (features.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="comparison-title">
      <h2 id="comparison-title" className={styles['comparisonTitle']}>
        {text('pricing.comparison.title')}
      </h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text('pricing.comparison.feature')}</span>
            </th>
            <th scope="col">{text('pricing.plan.basic')}</th>
            <th scope="col">{text('pricing.plans.premium')}</th>
          </tr>
        </thead>
        <tbody>
          {features.map(({ title, icon, basic, premium }) => (
            <tr key={title} data-differs={basic !== premium || undefined}>
              <th scope="row">
                <span className={styles['feature']}>
                  {icon !== undefined && <DataIcon name={icon} size="s" />}
                  <span>{title}</span>
                </span>
              </th>
              <td>{basic === '' ? text('pricing.comparison.none') : basic}</td>
              <td>{premium === '' ? text('pricing.comparison.none') : premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Questions(): ReactElement | null {
  const text = useText()
  const { questions } = useShelves().shelves
  if (questions.length === 0) return null
  return (
    <section className={styles['questionsSection']} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles['questionsTitle']}>
        {text('pricing.questions')}
      </h2>
      <QuestionList entries={questions} />
    </section>
  )
}
