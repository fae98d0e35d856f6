import { splitLocale } from '#shared/domain/locale-prefix.ts'
import type { ComponentText } from '#src/i18n/component-locale.ts'
import { linkTo } from '#src/routing/routes.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'

/** The links on an error page. "Home" loads the whole page, so that no broken state remains. */
export function ErrorActions({ text }: { readonly text: ComponentText }) {
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
