import { type ZodMiniType, z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { defineCall, plainText } from './define-call.ts'
import { iconNameSchema } from './icon-name.ts'
import { MAX_AMOUNT } from '#shared/domain/number-bounds.ts'

/** page1: plans; page2 and page3: packs of points; free: the plan that starts with a free trial. */
export const SKU_PAGES = ['page1', 'page2', 'page3', 'free'] as const
export type SkuPage = (typeof SKU_PAGES)[number]

const plainSkuSchema = z.lazy(() =>
  z.object({
    skuId: z.string(),
    itemName: z.string(),
    skuName: z.string(),
    /** The price in minor units of `currencyCode`. */
    price: numbers.amount(),
    /** This caller's price if it is lower than `price`. */
    discountPrice: z.optional(z.nullable(numbers.amount())),
    durationUnit: z.optional(z.nullable(z.enum(['WEEK', 'YEAR']))),
    /** The kind of SKU: 2 subscription, 3 free trial, 6 pack. */
    skuType: numbers.kind(),
    currencyCode: z.string(),
    skuTips: z.optional(z.string()),
    /** From the SKU's `extension` field: points of a pack or of each paid cycle. */
    points: z.optional(z.coerce.number().check(...numbers.clamp(0, MAX_AMOUNT))),
    /** From the SKU's `extension` field: the price of a pack for a paying member. */
    memberPrice: z.optional(z.coerce.number().check(...numbers.clamp(0, MAX_AMOUNT))),
  }),
)
export type Sku = z.infer<typeof plainSkuSchema>

/** Merges the fields of `extension`, a JSON text, into the SKU; the SKU's own fields win. Invalid JSON adds nothing. */
function mergeExtension(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const { extension, ...ownFields } = raw as Record<string, unknown>
  try {
    const extensionFields: unknown = typeof extension === 'string' && extension !== '' ? JSON.parse(extension) : {}
    return typeof extensionFields === 'object' && extensionFields !== null ? { ...extensionFields, ...ownFields } : ownFields
  } catch {
    return ownFields
  }
}

const skuSchema: ZodMiniType<Sku> = z.pipe(z.transform(mergeExtension), plainSkuSchema)

function dropSkusWithoutId(raw: unknown): unknown {
  if (!Array.isArray(raw)) return raw
  return raw.filter((sku: unknown) => typeof sku === 'object' && sku !== null && Boolean((sku as Record<string, unknown>)['skuId']))
}

/** One line of the comparison of plans; '' if a plan lacks the feature. */
const planFeatureSchema = z.lazy(() =>
  z.object({ title: z.string(), icon: z.optional(iconNameSchema), basic: z.string(), premium: z.string() }),
)
export type PlanFeature = z.infer<typeof planFeatureSchema>

const skuPageSchema = z.lazy(() =>
  z.object({
    features: z.array(planFeatureSchema),
    /** Entries without a `skuId` are dropped. Rule: docs/billing.md, "Catalogue". */
    skus: z.pipe(z.transform(dropSkusWithoutId), z.array(skuSchema)),
    qaList: z.array(z.object({ question: z.string(), answer: z.string() })),
    /** The currencies in which the user can pay; one entry if there is no choice. Absent from copies that earlier builds stored. */
    currencies: z.optional(z.array(z.string())),
    /** Whether the payment service accepts promotion codes. */
    takesPromotions: z.optional(z.boolean()),
  }),
)
export type SkuPageData = z.infer<typeof skuPageSchema>

/**
 * The products of one page of the shop, in the chosen currency, otherwise in the currency of the region. An account with a renewing plan
 * sees plans in the currency of that plan.
 */
export const getSkus = defineCall({
  method: 'GET',
  base: 'pay',
  path: '/sku/ios/skuAll',
  input: z.lazy(() =>
    z.object({
      clientCountryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
      iosCountryCode: z.literal('USA'),
      page: z.enum(SKU_PAGES),
      currencyCode: z.optional(plainText(3, 3)),
    }),
  ),
  data: skuPageSchema,
})
