import { Link } from '#src/routing/routes.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { useText } from '#src/i18n/i18n.ts'
import { Icon } from '#src/design/icon.tsx'
import { IconButton } from '#src/design/button.tsx'
import type { StatusFilter } from '../history-query.ts'
import { HISTORY_SEARCH_MAX_LENGTH } from '#shared/domain/task.ts'
import styles from './history-filters.module.css'
import type { useHistoryAddress } from './use-history-address.ts'

interface HistoryFiltersProps {
  readonly field: ReturnType<typeof useHistoryAddress>
  /** The filters by state; empty if the screen has only one list. */
  readonly filters: readonly StatusFilter[]
  readonly children?: React.ReactNode
}

/** State, search, kind and layout of a list. The address contains all of them. */
export function HistoryFilters({ field, filters, children }: HistoryFiltersProps) {
  const text = useText()
  const { address, hrefOf } = field
  return (
    <div className={styles['filters']}>
      {filters.length > 0 && (
        <nav className={styles['filterLinks']} aria-label={text('history.filters')}>
          {filters.map((filter) => (
            <Link
              key={filter}
              href={hrefOf({ filter })}
              className={styles['filterLink']}
              aria-current={filter === address.filter ? 'true' : undefined}
            >
              {text(`history.filter.${filter}`)}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles['line']}>
        <SearchField field={field} />
        <KindSelect field={field} />
        <IconButton
          icon={address.layout === 'tiles' ? 'rows' : 'tiles'}
          label={text(address.layout === 'tiles' ? 'history.asRows' : 'history.asTiles')}
          onClick={() => field.go({ layout: address.layout === 'tiles' ? 'rows' : 'tiles' })}
        />
        {children}
      </div>
    </div>
  )
}

function SearchField({ field }: Pick<HistoryFiltersProps, 'field'>) {
  const text = useText()
  return (
    <search className={styles['searching']}>
      <form
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault()
          field.applyText()
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={HISTORY_SEARCH_MAX_LENGTH}
          aria-label={text('history.search')}
          placeholder={text('history.search')}
          value={field.words}
          onChange={(event) => field.type(event.target.value)}
        />
      </form>
    </search>
  )
}

function KindSelect({ field: { address, go } }: Pick<HistoryFiltersProps, 'field'>) {
  const text = useText()
  return (
    <span className={styles['kind']}>
      <select
        aria-label={text('history.kind')}
        value={address.kind}
        onChange={(event) => go({ kind: BIZ_TYPES.find((kind) => kind === event.target.value) ?? '' })}
      >
        <option value="">{text('history.kind.any')}</option>
        {BIZ_TYPES.map((kind) => (
          <option key={kind} value={kind}>
            {text(`history.kind.${kind}`)}
          </option>
        ))}
      </select>
      <Icon name="chevron" size="s" />
    </span>
  )
}
