import type { ReactElement } from 'react'
import type { ButtonVariant } from '#src/design/button-class.ts'
import { errorText } from '#src/platform/error-text.ts'
import { formatBytes } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/loading.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import { clearDemo, openLayer, takeFile, cropDemoState } from './crop-demo.ts'
import { DemoPanel, factsText } from './demo-panels.tsx'
import styles from './pick-buttons.module.css'

const take = (file: File) => void takeFile(file)

/** The chosen picture, or the buttons to choose one. */
export function PicturePanel(): ReactElement {
  const text = useText()
  const { picture, cut } = useSnapshot(cropDemoState)
  switch (picture.status) {
    case 'none':
      return (
        <DemoPanel title={text('cropDemo.source')} actions={<PickButtons look="primary" label={text('cropDemo.choose')} />}>
          <Icon name="image" size="l" />
          <p>{text('cropDemo.pickHint')}</p>
        </DemoPanel>
      )
    case 'reading':
      return (
        <DemoPanel
          title={picture.name}
          facts={formatBytes(picture.bytes)}
          actions={
            <Button look="plain" onClick={clearDemo}>
              {text('cropDemo.stop')}
            </Button>
          }
        >
          <Spinner />
          <output>{text('cropDemo.reading')}</output>
        </DemoPanel>
      )
    case 'refused':
      return (
        <DemoPanel title={picture.name} isProblem actions={<PickButtons label={text('cropDemo.choose')} />}>
          <Icon name="alert" size="l" />
          <p role="alert">{errorText(picture.code)}</p>
        </DemoPanel>
      )
    case 'ready':
      return (
        <DemoPanel
          title={picture.facts.name}
          facts={factsText(text, picture.facts)}
          actions={
            <>
              <Button look="primary" icon="crop" onClick={() => openLayer('crop')}>
                {text(cut.status === 'none' ? 'cropDemo.crop' : 'cropDemo.cropAgain')}
              </Button>
              <Button icon="expand" onClick={() => openLayer('picture')}>
                {text('cropDemo.look')}
              </Button>
              <PickButtons look="plain" label={text('cropDemo.other')} />
            </>
          }
        >
          <img src={picture.facts.url} alt={picture.facts.name} />
        </DemoPanel>
      )
  }
}

/** A file, or the camera on a touch device. */
function PickButtons({ label, look = 'quiet' }: { readonly label: string; readonly look?: ButtonVariant }): ReactElement {
  const text = useText()
  return (
    <>
      <FileButton icon="image" look={look} label={label} onFile={take} />
      <span className={styles['camera']}>
        <FileButton icon="camera" look="plain" label={text('cropDemo.camera')} isCamera onFile={take} />
      </span>
    </>
  )
}
