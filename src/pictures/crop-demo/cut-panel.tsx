import type { ReactElement } from 'react'
import { errorText } from '#src/platform/error-text.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/spinner.tsx'
import { openLayer, cropDemoState } from './crop-demo.ts'
import { DemoPanel, factsText } from './demo-panel.tsx'

/** What was cut out of the picture, and what that changed. */
export function CutPanel(): ReactElement {
  const text = useText()
  const { picture, cut } = useSnapshot(cropDemoState)
  const title = text('cropDemo.result')
  if (cut.status === 'ready' && picture.status === 'ready') {
    const { url, name } = cut.facts
    return (
      <DemoPanel
        title={title}
        facts={text('cropDemo.change', { before: factsText(text, picture.facts), after: factsText(text, cut.facts) })}
        actions={
          <>
            <Button icon="expand" onClick={() => openLayer('cut')}>
              {text('cropDemo.lookAtResult')}
            </Button>
            <a href={url} download={name} className={buttonClass('quiet')}>
              <Icon name="download" />
              {text('cropDemo.download')}
            </a>
          </>
        }
      >
        <img src={url} alt={text('cropDemo.resultName', { name: picture.facts.name })} />
      </DemoPanel>
    )
  }
  if (cut.status === 'refused')
    return (
      <DemoPanel title={title} isProblem>
        <Icon name="alert" size="l" />
        <p role="alert">{errorText(cut.code)}</p>
      </DemoPanel>
    )
  return (
    <DemoPanel title={title}>
      {cut.status === 'making' ? (
        <>
          <Spinner />
          <output>{text('cropDemo.making')}</output>
        </>
      ) : (
        <>
          <Icon name="crop" size="l" />
          <p>{text('cropDemo.resultHint')}</p>
        </>
      )}
    </DemoPanel>
  )
}
