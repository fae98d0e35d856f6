import type { ReactElement } from 'react'
import { hubState, pageBuild } from '#src/lib/hub-mirror.ts'
import { useText } from '#src/lib/i18n.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { useSnapshot } from '#src/lib/state.ts'
import { Banner } from '#src/ui/banner.tsx'

/** The connection, this device's storage and an outgrown build, only when there is something to say. */
export function StateBanners(): ReactElement {
  const text = useText()
  const { connection, storage } = useSnapshot(hubState)
  const page = useSnapshot(pageStorage)
  const { isOutdated } = useSnapshot(pageBuild)
  const problem = storage.problem ?? page.problem
  return (
    <div>
      {isOutdated && <Banner icon="retry" isProblem text={text('banner.outdated')} />}
      {!connection.isOnline && <Banner icon="cloudOff" text={text('banner.offline')} />}
      {problem !== null && (
        <Banner icon="alert" isProblem text={text(problem === 'storage_full' ? 'banner.storageFull' : 'banner.storageBlocked')} />
      )}
    </div>
  )
}
