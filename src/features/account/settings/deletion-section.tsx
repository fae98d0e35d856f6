import type { ReactElement } from 'react'
import { useState } from 'react'
import type { UserInfo } from '#shared/api/user.ts'
import { useText } from '#src/lib/i18n.ts'
import { Button } from '#src/ui/button.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { SettingsSection } from './settings-section.tsx'

interface DeletionSectionProps {
  readonly account: UserInfo
  readonly onChanged: () => void
}

/** The way out, with what it takes along; nothing where it is taken already. */
export function DeletionSection({ account, onChanged }: DeletionSectionProps): ReactElement | null {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  if (account.deletesAt !== null) return null
  return (
    <SettingsSection id="leave" title={text('account.delete.title')} hint={text('account.delete.hint')}>
      {isOpen ? (
        <DeletionForm email={account.email} onDone={onChanged} onClose={() => setOpen(false)} />
      ) : (
        <Button look="danger" aria-expanded={false} onClick={() => setOpen(true)}>
          {text('account.delete.open')}
        </Button>
      )}
    </SettingsSection>
  )
}
