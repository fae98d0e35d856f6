import type { ReactElement } from 'react'
import type { Template } from '#shared/api/templates.ts'
import { Link, useLocation } from 'wouter'
import { startTemplate, requestPrefill } from '#src/platform/prefill.ts'
import { closeAdvertisement } from './advertisement-state.ts'
import { useText } from '#src/platform/i18n.ts'
import { linkTo } from '#src/platform/routes.ts'
import { trackedUse } from '#src/platform/open-viewer.ts'
import { track } from '#src/platform/track.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import styles from './sample-actions.module.css'

/** Links of the advertisement: an own video, or the shown sample with an own picture. */
export function SampleActions({ sample }: { readonly sample: Template | undefined }): ReactElement {
  const text = useText()
  const [, go] = useLocation()
  const use = (template: Template) => {
    closeAdvertisement()
    track('template_use', trackedUse(template, 'advertisement'))
    startTemplate(template, { requestPrefill, go })
  }
  return (
    <div className={styles['actions']}>
      <Link href={linkTo('home')} className={buttonClass('primary', 'l')} onClick={closeAdvertisement}>
        {text('advertisement.make')}
      </Link>
      {sample !== undefined && (
        <Button size="l" onClick={() => use(sample)}>
          {text(sample.bizType === 'TEMPLATE' ? 'advertisement.useEffect' : 'advertisement.useRecipe')}
        </Button>
      )}
    </div>
  )
}
