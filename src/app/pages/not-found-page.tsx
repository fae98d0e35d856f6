import { ErrorActions } from './error-actions.tsx'
import { useComponentText } from '#src/i18n/component-locale.ts'
import { ErrorScreen } from '#src/design/error-screen.tsx'

const STATUS_CODE = 404

export function NotFoundPage() {
  const { language, direction, text } = useComponentText()
  return (
    <ErrorScreen
      statusCode={STATUS_CODE}
      language={language}
      direction={direction}
      title={text('error.notFound')}
      description={text('error.notFoundHint')}
      actions={<ErrorActions text={text} />}
    />
  )
}
