import styles from './icon-button.module.css'

/** The class of an icon button, also for buttons of the first load. */
export const iconButtonClass = styles['button']
