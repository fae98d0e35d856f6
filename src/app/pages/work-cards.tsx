import type { WorkCard } from '#src/creations/list-work.ts'
import { WorkCardView } from '#src/creations/work-card-view.tsx'
import { useText } from '#src/i18n/i18n.ts'
import { TileGrid } from '#src/design/tile-grid.tsx'
import styles from './creations-page.module.css'

/** The section of a list of creations with the cards of the running work. */
export function WorkCards({ cards }: { readonly cards: readonly WorkCard[] }) {
  const text = useText()
  return (
    <section className={styles['now']} aria-labelledby="now-title">
      <h2 id="now-title" className={styles['nowTitle']}>
        {text('history.now')}
      </h2>
      <TileGrid>
        {cards.map((card) => (
          <WorkCardView key={card.key} card={card} />
        ))}
      </TileGrid>
    </section>
  )
}
