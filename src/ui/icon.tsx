import type { ReactElement } from 'react'
import styles from './icon.module.css'

/** Drawn on a 24 px grid with a 1.6 px stroke. */
const PATHS = {
  alert: 'M12 8.5v4.2M12 16h.01M10.4 4.2 2.9 17a1.9 1.9 0 0 0 1.6 2.9h15a1.9 1.9 0 0 0 1.6-2.9L13.6 4.2a1.9 1.9 0 0 0-3.2 0Z',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15ZM10 21h4',
  camera:
    'M4 8.5A1.5 1.5 0 0 1 5.5 7h2l1.4-2h6.2l1.4 2h2A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5ZM12 16.2a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevron: 'm6 9.5 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  cloud: 'M7 18.5a4 4 0 0 1-.6-7.95A5.5 5.5 0 0 1 17 9.6a4.5 4.5 0 0 1 .5 8.9Z',
  cloudOff: 'M3.5 3.5l17 17M9 6.3a5.5 5.5 0 0 1 8 3.3 4.5 4.5 0 0 1 2.6 7.4M15.6 18.5H7a4 4 0 0 1-.6-7.95',
  compass: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM15.5 8.5l-2 5-5 2 2-5Z',
  create:
    'M12 3.5l1.9 5.1a2 2 0 0 0 1.2 1.2l5.1 1.9-5.1 1.9a2 2 0 0 0-1.2 1.2L12 19.9l-1.9-5.1a2 2 0 0 0-1.2-1.2l-5.1-1.9 5.1-1.9a2 2 0 0 0 1.2-1.2Z',
  crop: 'M7 3v14h14M3 7h14v14',
  down: 'M12 5v14M6 13l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  device: 'M5 5.5h14v10H5ZM2.5 19h19M9.5 19l.5-3.5M14.5 19l-.5-3.5',
  edit: 'M4 20l1-4.5L16.2 4.3a1.6 1.6 0 0 1 2.3 0l1.2 1.2a1.6 1.6 0 0 1 0 2.3L8.5 19ZM14 6.5l3.5 3.5',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8a8.6 8.6 0 0 1 2.1-.3c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.5M6.5 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a8.8 8.8 0 0 0 4.7-1.4M10 10a2.8 2.8 0 0 0 4 4',
  film: 'M4 5.5h16v13H4ZM8 5.5v13M16 5.5v13M4 9.8h4M4 14.2h4M16 9.8h4M16 14.2h4',
  flip: 'M12 4v16M9 7v10H3.8ZM15 7v10h5.2Z',
  frames: 'M4 7h9v10H4ZM13 9h7v10H9.5',
  gem: 'M7 4.5h10l4 5-9 10.5L3 9.5ZM3 9.5h18M9 9.5l3 10.5 3-10.5',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  grow: 'M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13',
  home: 'M4 11l8-6.5 8 6.5v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1Z',
  image: 'M4 5h16v14H4ZM4 16l4.5-4.5L13 16l2.8-2.8L20 17M15.5 10a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Z',
  leave: 'M14 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10M16.5 8.5 20 12l-3.5 3.5',
  left: 'M19 12H5M11 6l-6 6 6 6',
  mail: 'M3.5 6h17v12h-17ZM3.5 7l8.5 6 8.5-6',
  minus: 'M5.5 12h13',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.3 8.3 0 1 0 20 14.2Z',
  play: 'M8 5.5v13l11-6.5Z',
  plus: 'M12 5.5v13M5.5 12h13',
  reel: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM12 7.2V7M12 17v-.2M7.2 12H7M17 12h-.2',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.8v4h-4',
  rotateLeft: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 3.8v4h4',
  rotateRight: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.8v4h-4',
  shrink: 'M19.5 10H14V4.5M14 10l6-6M4.5 14H10v5.5M10 14l-6 6',
  shuffle:
    'M3.5 7h2.8c5.6 0 5.8 10 11.4 10h2.8M17.5 14l3 3-3 3M3.5 17h2.8c1.9 0 3.2-1.1 4.2-2.6M13.5 9.4C14.5 8 15.7 7 17.7 7h2.8M17.5 4l3 3-3 3',
  sun: 'M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM12 2.8v1.8M12 19.4v1.8M2.8 12h1.8M19.4 12h1.8M5.5 5.5l1.3 1.3M17.2 17.2l1.3 1.3M5.5 18.5l1.3-1.3M17.2 6.8l1.3-1.3',
  up: 'M12 19V5M6 11l6-6 6 6',
  user: 'M12 12.2a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  wand: 'M5 19 15.5 8.5M18 6l-1.2 1.2M14 4.5v1.6M19.5 10h-1.6M18.6 14.4l-1-1M9.6 5.4l1 1',
} as const
export type IconName = keyof typeof PATHS

/** A decorative drawing; the words beside it carry the meaning. */
export function Icon({ name, size = 'm' }: { readonly name: IconName; readonly size?: 's' | 'm' | 'l' }): ReactElement {
  return (
    <svg
      className={styles[size]}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
