import { useId } from 'react'
import { type Text, formatBytes, formatNumber, useText, errorText } from '#src/i18n/i18n.ts'
import { useSnapshot } from '#src/store/state.ts'
import { type ButtonVariant, buttonClass } from '#src/design/button-class.ts'
import { Button } from '#src/design/button.tsx'
import { Icon } from '#src/design/icon.tsx'
import { Spinner } from '#src/design/loading.tsx'
import { FileButton } from '#src/design/file-button.tsx'
import styles from './demo-panels.module.css'
import type { CropDemo, PictureFacts } from './crop-demo.ts'

interface PanelProps {
  readonly demo: CropDemo
}

/** The picture that the user has chosen, or the buttons to choose one. */
export function PicturePanel({ demo }: PanelProps) {
  const text = useText()
  const { picture, cut } = useSnapshot(demo.state)
  switch (picture.status) {
    case 'none':
      return (
        <DemoPanel title={text('cropDemo.source')} actions={<PickButtons demo={demo} variant="primary" label={text('cropDemo.choose')} />}>
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
            <Button variant="plain" onClick={demo.clearDemo}>
              {text('cropDemo.cancel')}
            </Button>
          }
        >
          <Spinner />
          <output>{text('cropDemo.reading')}</output>
        </DemoPanel>
      )
    case 'refused':
      return (
        <DemoPanel title={picture.name} isProblem actions={<PickButtons demo={demo} label={text('cropDemo.choose')} />}>
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
              <Button variant="primary" icon="crop" onClick={() => demo.openLayer('crop')}>
                {text(cut.status === 'none' ? 'cropDemo.crop' : 'cropDemo.cropAgain')}
              </Button>
              <Button icon="expand" onClick={() => demo.openLayer('picture')}>
                {text('cropDemo.view')}
              </Button>
              <PickButtons demo={demo} variant="plain" label={text('cropDemo.other')} />
            </>
          }
        >
          <img src={picture.facts.url} alt={picture.facts.name} />
        </DemoPanel>
      )
  }
}

interface PickButtonsProps extends PanelProps {
  readonly label: string
  readonly variant?: ButtonVariant
}

/** Buttons to choose a file or, on a touch device, to use the camera. */
function PickButtons({ demo, label, variant = 'quiet' }: PickButtonsProps) {
  const text = useText()
  const acceptFile = (file: File) => void demo.replacePicture(file)
  return (
    <>
      <FileButton icon="image" variant={variant} label={label} onFile={acceptFile} />
      <span className={styles['camera']}>
        <FileButton icon="camera" variant="plain" label={text('cropDemo.camera')} isCamera onFile={acceptFile} />
      </span>
    </>
  )
}

/** The cropped picture, with its size before and after. */
export function CutPanel({ demo }: PanelProps) {
  const text = useText()
  const { picture, cut } = useSnapshot(demo.state)
  const title = text('cropDemo.result')
  if (cut.status === 'ready' && picture.status === 'ready') {
    const { url, name } = cut.facts
    return (
      <DemoPanel
        title={title}
        facts={text('cropDemo.change', { before: factsText(text, picture.facts), after: factsText(text, cut.facts) })}
        actions={
          <>
            <Button icon="expand" onClick={() => demo.openLayer('cut')}>
              {text('cropDemo.viewResult')}
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

interface DemoPanelProps {
  readonly title: string
  /** The size of the picture, or its sizes before and after the crop. */
  readonly facts?: string | undefined
  readonly actions?: React.ReactNode
  readonly isProblem?: boolean
  readonly children: React.ReactNode
}

/** A picture of the demo with its facts and actions. Its frame has a constant size. */
function DemoPanel({ title, facts, actions, isProblem = false, children }: DemoPanelProps) {
  const titleId = useId()
  return (
    <section className={styles['panel']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['frame']} data-problem={isProblem || undefined}>
        {children}
      </div>
      <p className={styles['facts']}>{facts}</p>
      <div className={styles['actions']}>{actions}</div>
    </section>
  )
}

function factsText(text: Text, { width, height, bytes }: PictureFacts): string {
  return text('cropDemo.facts', { width: formatNumber(width), height: formatNumber(height), bytes: formatBytes(bytes) })
}
