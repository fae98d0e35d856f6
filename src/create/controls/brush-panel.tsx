import type { ReactElement } from 'react'
import { type BrushWay, BRUSH_STRENGTH_RANGE, BRUSH_WAYS } from '#shared/motion/controls/motion-controls.ts'
import { formatShare } from '#src/platform/format.ts'
import { useText } from '#src/platform/i18n.ts'
import { useSnapshot } from '#src/platform/state.ts'
import { Button } from '#src/design/button.tsx'
import { Segmented } from '#src/design/segmented.tsx'
import { Slider } from '#src/design/slider.tsx'
import { useControls } from '../set-controls.ts'
import { type BrushMark, areaOfMark, brushFor, NEW_AREA, usedBrush, withArea, BRUSH_RADII, brushTool } from './brush-cells.ts'
import panel from './control-panel.module.css'

const MARKS: readonly BrushMark[] = ['area-0', 'area-1', 'area-2', 'area-3', 'held', 'free']
const DIRECTIONS = 8
const DEGREES = 360
const ANGLE_STEP = 5

/** What the brush paints on the stage, and how a painted area moves. */
export function BrushPanel(): ReactElement {
  const text = useText()
  const { composer, controls, set } = useControls()
  const { mark, radius } = useSnapshot(brushTool)
  const { picture } = useSnapshot(composer.slots[0].state)
  if (picture.status !== 'ready') return <p className={panel['hint']}>{text('controls.brush.noPicture')}</p>
  const brush = brushFor(picture.facts, controls.brush)
  const index = areaOfMark(mark)
  const area = (index === null ? undefined : brush.areas[index]) ?? NEW_AREA
  const change = (next: Partial<typeof NEW_AREA>) => index !== null && set({ brush: usedBrush(withArea(brush, index, next)) })
  return (
    <div className={panel['panel']}>
      <p className={panel['hint']}>{text('controls.brush.hint')}</p>
      <Segmented<BrushMark>
        label={text('controls.brush')}
        options={MARKS.map((value) => ({ value, label: text(`controls.brush.${value}`) }))}
        value={mark}
        onValue={(value) => Object.assign(brushTool, { mark: value })}
      />
      <Segmented<number>
        label={text('controls.brush.size')}
        options={BRUSH_RADII.map((value, at) => ({ value, label: text(`controls.brush.size.${at}`) }))}
        value={radius}
        onValue={(value) => Object.assign(brushTool, { radius: value })}
      />
      {index !== null && (
        <>
          <Segmented<BrushWay>
            label={text('controls.brush.way')}
            options={BRUSH_WAYS.map((value) => ({ value, label: text(`controls.brush.way.${value}`) }))}
            value={area.way}
            onValue={(way) => change({ way })}
          />
          <Slider
            label={text('controls.brush.angle')}
            value={area.angle}
            min={0}
            max={DEGREES - ANGLE_STEP}
            step={ANGLE_STEP}
            valueText={text(`controls.brush.angle.${Math.round((area.angle / DEGREES) * DIRECTIONS) % DIRECTIONS}`)}
            startLabel="→"
            endLabel="↗"
            onValue={(angle) => change({ angle })}
          />
          <Slider
            label={text('controls.brush.strength')}
            value={area.strength}
            {...BRUSH_STRENGTH_RANGE}
            valueText={formatShare(area.strength)}
            startLabel={text('controls.strength.less')}
            endLabel={text('controls.strength.more')}
            onValue={(strength) => change({ strength })}
          />
        </>
      )}
      {controls.brush !== undefined && (
        <Button look="plain" icon="trash" onClick={() => set({ brush: undefined })}>
          {text('controls.brush.clear')}
        </Button>
      )}
    </div>
  )
}
