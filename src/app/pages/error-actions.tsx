import type { ReactElement } from 'react'
import { splitLocale } from '#shared/domain/screens.ts'
import type { ComponentText } from '#src/platform/component-locale.ts'
import { linkTo } from '#src/platform/routes.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'

/** The ways on from an error. The one home is a new load, so that nothing of what broke comes along. */
export function ErrorActions({ text }: { readonly text: ComponentText }): ReactElement {
  return (
    <>
      <a href={splitLocale(location.pathname).prefix + linkTo('home')} className={buttonClass('primary')}>
        {text('error.backHome')}
      </a>
      <Button icon="retry" onClick={() => location.reload()}>
        {text('error.reload')}
      </Button>
    </>
  )
}
