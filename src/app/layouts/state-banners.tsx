import type { ReactElement } from 'react'
import { errorText } from '#src/lib/error-text.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Banner } from '#src/ui/banner.tsx'

/** The connection and this device's storage, only when there is something to say. */
export function StateBanners(): ReactElement {
  const text = useText()
  const { connection, storage } = useSnapshot(hubState)
  return (
    <div>
      {!connection.isOnline && <Banner icon="cloudOff" text={text('banner.offline')} />}
      {storage.problem !== null && <Banner icon="alert" isProblem text={errorText(storage.problem)} />}
    </div>
  )
}
