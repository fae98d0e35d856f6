import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { DataIcon } from '#src/ui/data-icon.tsx'
import styles from './comparison.module.css'
import { useShelves } from './use-shelves.ts'

/** The plans side by side, line by line. */
export function Comparison(): ReactElement | null {
  const text = useText()
  const { features } = useShelves().shelves
  if (features.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="comparison-title">
      <h2 id="comparison-title" className={styles['title']}>
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
