import type { ReactElement } from 'react'
import { useText } from '#src/lib/i18n.ts'
import { SwitchRow } from '#src/ui/switch-row.tsx'

interface MemberDiscountProps {
  /** The packs cost this person half already. */
  readonly isPaying: boolean
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** The switch for the members' prices. For a paying member it is on for good, because their packs have no other price. */
export function MemberDiscount({ isPaying, isOn, onTurn }: MemberDiscountProps): ReactElement {
  const text = useText()
  return (
    <SwitchRow
      title={text('pricing.discount.title')}
      hint={text(isPaying ? 'pricing.discount.taken' : 'pricing.discount.hint')}
      isOn={isPaying || isOn}
      isDisabled={isPaying}
      onTurn={onTurn}
    />
  )
}
