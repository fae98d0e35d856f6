/** How long a deleted creation can be restored, in ms; afterwards its video and poster are erased. Rule: docs/rules.md, "Creations". */
export const RESTORE_WINDOW_MS = 10 * 60 * 1000
