import type { Services } from '#server/services/context/context.ts'

/** What orders stand on outside a request. */
export type OrderDeps = Pick<Services, 'db' | 'nowMs' | 'payment' | 'mailer' | 'secret' | 'log' | 'config'>
