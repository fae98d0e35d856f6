import styles from './icon-button.module.css'

/** The look of a button that is an icon, also for one of the first load. */
export const iconButtonClass = styles['button']
