import { useState } from 'react'
import { exportMe } from '#shared/api/account.ts'
import { api } from '#src/platform/api.ts'
import { failureText } from '#src/platform/error-text.ts'
import { useText } from '#src/platform/i18n.ts'
import { saveFile } from '#src/platform/download.ts'
import { Button } from '#src/design/button.tsx'
import { showToast } from '#src/design/toast.ts'
import { SettingsSection } from './settings-section.tsx'

export function ExportSection() {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    const answer = await api.call(exportMe, {})
    setBusy(false)
    if (answer.ok) {
      saveFile(answer.value, `kinora-account-${new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)}.zip`)
      void showToast({ id: 'export', color: 'success', title: text('account.export.done') }, 'money')
    } else void showToast({ id: 'export', color: 'error', title: text('account.failed'), description: failureText(answer.error) }, 'money')
  }
  return (
    <SettingsSection title={text('account.export.title')} hint={text('account.export.hint')}>
      <Button icon="download" isBusy={isBusy} onClick={() => void load()}>
        {text('account.export.button')}
      </Button>
    </SettingsSection>
  )
}
