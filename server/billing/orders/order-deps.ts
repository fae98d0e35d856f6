import type { Services } from '#server/context.ts'

/** Services that orders need outside a request. */
export type OrderDeps = Pick<Services, 'db' | 'nowMs' | 'payment' | 'mailer' | 'secret' | 'log' | 'config'>
