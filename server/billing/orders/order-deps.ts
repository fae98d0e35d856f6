import type { Services } from '#server/context.ts'

/** What orders stand on outside a request. */
export type OrderDeps = Pick<Services, 'db' | 'nowMs' | 'payment' | 'mailer' | 'secret' | 'log' | 'config'>
