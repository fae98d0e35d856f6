import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { ledgerEntrySchema } from './user.ts'
import { ID_MAX_LENGTH, LOOKUP_MAX_LENGTH } from '#shared/domain/operator-rules.ts'
import { DOCUMENT_KINDS } from '#shared/domain/invoice-rules.ts'
import { TASK_STATES } from '#shared/domain/task.ts'
import { PAY_RESULTS } from './pay-orders.ts'

/** The kinds of entries in the log of operators' acts. */
export const ACTS = [
  'look_up',
  'view_person',
  'view_ledger',
  'view_messages',
  'points',
  'disable',
  'enable',
  'erase',
  'cancel_task',
  'retry_task',
  'refund',
  'resend_mail',
  'reply',
  'answered',
  'reopened',
  'replay_webhook',
  'take_down',
  'view_promotions',
  'create_promotion',
  'disable_promotion',
  'confirm_factor',
] as const
export type Act = (typeof ACTS)[number]

/** The kinds of subjects of an act. */
export const ACT_SUBJECTS = ['account', 'order', 'task', 'file', 'message', 'webhook', 'promotion', 'none'] as const
export type ActSubject = (typeof ACT_SUBJECTS)[number]

export const idSchema = plainText(ID_MAX_LENGTH, 1)

/**
 * Whether the console is open to the caller, and the number of open messages. H4001: the caller is no operator; all calls of the console
 * return it.
 */
export const getOpening = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/opening',
  input: z.lazy(() => z.object({})),
  data: z.lazy(() => z.object({ email: z.string(), openMessages: numbers.count() })),
})

/**
 * Finds the owner of an e-mail address, or of the id of an account, order, payment, task or file. POST, because an e-mail address must not
 * appear in a URL.
 */
export const findOwner = defineCall({
  method: 'POST',
  base: 'main',
  path: '/operator/look-up',
  input: z.lazy(() => z.object({ q: plainText(LOOKUP_MAX_LENGTH, 1) })),
  data: z.lazy(() => z.object({ found: z.nullable(z.object({ ownerId: z.string(), kind: z.enum(ACT_SUBJECTS), id: z.string() })) })),
})

const accountSchema = z.lazy(() =>
  z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    hasPassword: z.boolean(),
    hasGoogle: z.boolean(),
    sessions: numbers.count(),
    createdAt: numbers.time(),
    deletesAt: z.nullable(numbers.time()),
    disabledAt: z.nullable(numbers.time()),
  }),
)

const paymentSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    amount: numbers.amount(),
    refunded: numbers.amount(),
    /** The payment belongs to a plan, which can end with a refund. */
    isOfPlan: z.boolean(),
    currencyCode: z.string(),
    points: numbers.amount(),
    pointsTakenBack: numbers.amount(),
    paidAt: numbers.time(),
    documents: z.array(z.object({ id: z.string(), kind: z.enum(DOCUMENT_KINDS), number: z.string() })),
  }),
)

const orderSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    skuId: z.string(),
    provider: z.string(),
    state: z.enum(PAY_RESULTS),
    amount: numbers.amount(),
    currencyCode: z.string(),
    createdAt: numbers.time(),
    payments: z.array(paymentSchema),
  }),
)
export type PersonOrder = z.infer<typeof orderSchema>

const taskSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    status: z.enum(TASK_STATES),
    modelName: z.string(),
    points: numbers.amount(),
    errorMsg: z.nullable(z.string()),
    videoName: z.string(),
    isDeleted: z.boolean(),
    createdAt: numbers.time(),
  }),
)
export type PersonTask = z.infer<typeof taskSchema>

const personSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    /** The account; null for a visitor. */
    account: z.nullable(accountSchema),
    points: numbers.amount(),
    held: numbers.amount(),
    plan: z.nullable(
      z.object({
        orderId: z.string(),
        plan: z.string(),
        state: z.string(),
        periodEnd: numbers.time(),
        cancelledAt: z.nullable(numbers.time()),
      }),
    ),
    /** Only the latest orders and the latest tasks. */
    orders: z.array(orderSchema),
    tasks: z.array(taskSchema),
  }),
)
export type Person = z.infer<typeof personSchema>

/** An account or a visitor, with the facts that support needs. Prompts and pictures are excluded. H3015: unknown id. */
export const getPerson = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/person',
  input: z.lazy(() => z.object({ id: idSchema })),
  data: personSchema,
})

export const LEDGER_ORIGINS = ['task', 'payment', 'act', 'none'] as const

const personLedgerSchema = z.lazy(() =>
  z.object({ entry: ledgerEntrySchema, origin: z.object({ kind: z.enum(LEDGER_ORIGINS), id: z.string() }) }),
)
export type PersonLedgerEntry = z.infer<typeof personLedgerSchema>

export const pageInput = { start: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) }

/** A person's points movements, newest first, each with its source. */
export const getPersonLedger = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/ledger',
  input: z.lazy(() => z.object({ id: idSchema, ...pageInput })),
  data: z.lazy(() => z.object({ data: z.array(personLedgerSchema), hasNext: z.boolean() })),
})

const recordedActSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    at: numbers.time(),
    operator: z.string(),
    act: z.enum(ACTS),
    subject: z.enum(ACT_SUBJECTS),
    subjectId: z.string(),
    detail: z.string(),
    hash: z.string(),
  }),
)
export type RecordedAct = z.infer<typeof recordedActSchema>

/** The log of operators' acts, newest first. */
export const getActs = defineCall({
  method: 'GET',
  base: 'main',
  path: '/operator/acts',
  input: z.lazy(() => z.object(pageInput)),
  data: z.lazy(() => z.object({ data: z.array(recordedActSchema), hasNext: z.boolean() })),
})
