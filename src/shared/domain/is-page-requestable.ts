/** How many pages a list has: at least one, also where it is empty. Rule: docs/rules.md, "Articles". */
export function pageCount(totalSize: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalSize / pageSize))
}

/** Whether a page may be asked for: one from 1 to the last, other than the one that is shown. Rule: docs/rules.md, "Articles". */
export function isPageRequestable(page: number, current: number, totalSize: number, pageSize: number): boolean {
  return Number.isInteger(page) && page >= 1 && page <= pageCount(totalSize, pageSize) && page !== current
}
