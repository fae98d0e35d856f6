import styles from './shell-icon.module.css'

/**
 * The icons of the elements around every screen, which are part of the first load. Other icons load with the code that uses them.
 */
export const SHELL_PATHS = {
  alert: 'M12 8.5v4.2M12 16h.01M10.4 4.2 2.9 17a1.9 1.9 0 0 0 1.6 2.9h15a1.9 1.9 0 0 0 1.6-2.9L13.6 4.2a1.9 1.9 0 0 0-3.2 0Z',
  chevron: 'm6 9.5 6 6 6-6',
  cloudOff: 'M3.5 3.5l17 17M9 6.3a5.5 5.5 0 0 1 8 3.3 4.5 4.5 0 0 1 2.6 7.4M15.6 18.5H7a4 4 0 0 1-.6-7.95',
  compass: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM15.5 8.5l-2 5-5 2 2-5Z',
  create:
    'M12 3.5l1.9 5.1a2 2 0 0 0 1.2 1.2l5.1 1.9-5.1 1.9a2 2 0 0 0-1.2 1.2L12 19.9l-1.9-5.1a2 2 0 0 0-1.2-1.2l-5.1-1.9 5.1-1.9a2 2 0 0 0 1.2-1.2Z',
  film: 'M4 5.5h16v13H4ZM8 5.5v13M16 5.5v13M4 9.8h4M4 14.2h4M16 9.8h4M16 14.2h4',
  frames: 'M4 7h9v10H4ZM13 9h7v10H9.5',
  gem: 'M7 4.5h10l4 5-9 10.5L3 9.5ZM3 9.5h18M9 9.5l3 10.5 3-10.5',
  home: 'M4 11l8-6.5 8 6.5v8a1 1 0 0 1-1 1h-4.5v-6h-5v6H5a1 1 0 0 1-1-1Z',
  image: 'M4 5h16v14H4ZM4 16l4.5-4.5L13 16l2.8-2.8L20 17M15.5 10a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Z',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.3 8.3 0 1 0 20 14.2Z',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.8v4h-4',
  sun: 'M12 16.2a4.2 4.2 0 1 0 0-8.4 4.2 4.2 0 0 0 0 8.4ZM12 2.8v1.8M12 19.4v1.8M2.8 12h1.8M19.4 12h1.8M5.5 5.5l1.3 1.3M17.2 17.2l1.3 1.3M5.5 18.5l1.3-1.3M17.2 6.8l1.3-1.3',
  user: 'M12 12.2a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  wand: 'M5 19 15.5 8.5M18 6l-1.2 1.2M14 4.5v1.6M19.5 10h-1.6M18.6 14.4l-1-1M9.6 5.4l1 1',
} as const
export type ShellIconName = keyof typeof SHELL_PATHS

/** An icon that is part of the first load. */
export function ShellIcon({ name, size = 'm' }: { readonly name: ShellIconName; readonly size?: DrawingSize }) {
  return <Drawing path={SHELL_PATHS[name]} size={size} />
}

export type DrawingSize = 's' | 'm' | 'l'

/** Draws an icon on a 24 px grid with a stroke of 1.6 px. Screen readers ignore it, because the text beside it has the meaning. */
export function Drawing({ path, size }: { readonly path: string; readonly size: DrawingSize }) {
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
      <path d={path} />
    </svg>
  )
}
