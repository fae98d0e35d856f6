import type { ReactElement } from 'react'
import type { DrawingSize } from './drawing.tsx'
import { Drawing } from './drawing.tsx'
import { SHELL_PATHS } from './shell-icon.tsx'

const PATHS = {
  ...SHELL_PATHS,
  addToScreen: 'M8 4.5h8A3.5 3.5 0 0 1 19.5 8v8a3.5 3.5 0 0 1-3.5 3.5H8A3.5 3.5 0 0 1 4.5 16V8A3.5 3.5 0 0 1 8 4.5ZM12 8.5v7M8.5 12h7',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4',
  book: 'M12 6.5C10.5 5.3 8.4 4.8 4.5 4.8v13c3.9 0 6 .6 7.5 1.7 1.5-1.1 3.6-1.7 7.5-1.7v-13c-3.9 0-6 .5-7.5 1.7Zm0 0v13',
  camera:
    'M4 8.5A1.5 1.5 0 0 1 5.5 7h2l1.4-2h6.2l1.4 2h2A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5ZM12 16.2a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.2 2',
  close: 'm6 6 12 12M18 6 6 18',
  cloud: 'M7 18.5a4 4 0 0 1-.6-7.95A5.5 5.5 0 0 1 17 9.6a4.5 4.5 0 0 1 .5 8.9Z',
  copy: 'M9 9h10.5v10.5H9ZM5.5 15H4.5V4.5H15v1',
  crop: 'M7 3v14h14M3 7h14v14',
  device: 'M5 5.5h14v10H5ZM2.5 19h19M9.5 19l.5-3.5M14.5 19l-.5-3.5',
  down: 'M12 5v14M6 13l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4.5L16.2 4.3a1.6 1.6 0 0 1 2.3 0l1.2 1.2a1.6 1.6 0 0 1 0 2.3L8.5 19ZM14 6.5l3.5 3.5',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8a8.6 8.6 0 0 1 2.1-.3c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.5M6.5 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a8.8 8.8 0 0 0 4.7-1.4M10 10a2.8 2.8 0 0 0 4 4',
  flip: 'M12 4v16M9 7v10H3.8ZM15 7v10h5.2Z',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  grow: 'M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13',
  heart: 'M12 19.5 5 12.6a4.4 4.4 0 0 1 0-6.3 4.5 4.5 0 0 1 6.3 0l.7.7.7-.7a4.5 4.5 0 0 1 6.3 0 4.4 4.4 0 0 1 0 6.3Z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11.2v5M12 7.8h.01',
  leave: 'M14 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  left: 'M19 12H5M11 6l-6 6 6 6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.4-1.4',
  mail: 'M3.5 6h17v12h-17ZM3.5 7l8.5 6 8.5-6',
  minus: 'M5.5 12h13',
  more: 'M6.2 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0ZM12.7 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0ZM19.2 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0Z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5.5v13l11-6.5Z',
  plus: 'M12 5.5v13M5.5 12h13',
  reel: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM12 7.2V7M12 17v-.2M7.2 12H7M17 12h-.2',
  rotateLeft: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 3.8v4h4',
  rotateRight: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.8v4h-4',
  rows: 'M4 5.5h5v5H4ZM4 13.5h5v5H4ZM12.5 8H20M12.5 16H20',
  search: 'M10.8 17a6.2 6.2 0 1 0 0-12.4 6.2 6.2 0 0 0 0 12.4ZM15.3 15.3 20 20',
  select: 'M4.5 4.5h15v15h-15ZM8 12.2l3 3 5.2-6',
  share: 'M12 14.5V4M7.8 7.8 12 3.8l4.2 4M6 11H5v8.5h14V11h-1',
  shrink: 'M19.5 10H14V4.5M14 10l6-6M4.5 14H10v5.5M10 14l-6 6',
  shuffle:
    'M3.5 7h2.8c5.6 0 5.8 10 11.4 10h2.8M17.5 14l3 3-3 3M3.5 17h2.8c1.9 0 3.2-1.1 4.2-2.6M13.5 9.4C14.5 8 15.7 7 17.7 7h2.8M17.5 4l3 3-3 3',
  sound: 'M4.5 9.5v5H8l4.5 3.8V5.7L8 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  soundOff: 'M4.5 9.5v5H8l4.5 3.8V5.7L8 9.5ZM16 9.8l4.4 4.4M20.4 9.8 16 14.2',
  swap: 'M4 8.5h15M15 4.5l4 4-4 4M20 15.5H5M9 11.5l-4 4 4 4',
  tiles: 'M4.5 4.5h6v6h-6ZM13.5 4.5h6v6h-6ZM4.5 13.5h6v6h-6ZM13.5 13.5h6v6h-6Z',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5l.3 5.5M13.7 10.5l-.3 5.5',
  up: 'M12 19V5M6 11l6-6 6 6',
} as const
export type IconName = keyof typeof PATHS

/** Any icon; what belongs to the first load takes `ShellIcon`. */
export function Icon({ name, size = 'm' }: { readonly name: IconName; readonly size?: DrawingSize }): ReactElement {
  return <Drawing path={PATHS[name]} size={size} />
}
