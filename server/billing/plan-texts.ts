import type { PlanFeature, SkuPageData } from '#shared/api/catalogue.ts'
import { PAYMENT_GRACE_MS, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'

const INCLUDED_IN_BOTH = { basic: 'Included', premium: 'Included' } as const
const GRACE_DAYS = PAYMENT_GRACE_MS / (24 * 60 * 60 * 1000)

/** The features of both plans, one per row. A feature without a row is part of both plans. */
export const PLAN_FEATURES: readonly PlanFeature[] = [
  {
    title: 'Points',
    icon: 'lucide:coins',
    basic: '',
    premium: `${WEEKLY_PLAN_POINTS} per week, or ${YEARLY_PLAN_POINTS.toLocaleString('en-US')} per year`,
  },
  { title: 'Point packs', icon: 'lucide:badge-percent', basic: 'Full price', premium: '50% off' },
  { title: 'Image to video', icon: 'lucide:image-play', ...INCLUDED_IN_BOTH },
  { title: 'Start and end frame', icon: 'lucide:images', ...INCLUDED_IN_BOTH },
  { title: 'All templates', icon: 'lucide:layout-template', ...INCLUDED_IN_BOTH },
  { title: 'High-quality resources', icon: 'lucide:gem', ...INCLUDED_IN_BOTH },
  { title: 'Ongoing updates', icon: 'lucide:refresh-cw', ...INCLUDED_IN_BOTH },
  { title: 'Support', icon: 'lucide:life-buoy', basic: 'Standard', premium: 'Priority' },
]

export const QUESTIONS: SkuPageData['qaList'] = [
  {
    question: 'What are points for?',
    answer: `Points are used to generate videos, starting at ${BASE_POINTS} points per video. The price is shown before you select Generate.`,
  },
  {
    question: 'What happens to my points when a video fails?',
    answer: "All points are returned. We reserve points while a video renders, and spend them only when it's ready.",
  },
  {
    question: 'What happens when the free trial ends?',
    answer:
      "The weekly plan starts, and you'll be charged its price. We'll email you 1 day before. If you cancel before the trial ends, you won't be charged, and you can still use the trial until it ends. The trial includes the plan's benefits, except for points and half-price point packs.",
  },
  {
    question: 'How do I cancel?',
    answer: "Go to your settings at any time. Your plan runs until the end of the paid period and doesn't renew.",
  },
  {
    question: 'What if a payment fails?',
    answer: `Your plan stays active for ${GRACE_DAYS} days while the payment is retried. If no payment goes through by then, your plan will end. You'll keep your points and videos.`,
  },
  {
    question: 'Can I switch between the weekly and yearly plans?',
    answer:
      "Yes, you can switch either way in your settings. The yearly plan starts immediately, and we'll credit the unused time on your weekly plan. The weekly plan starts when your yearly plan ends. You'll see the charge before you confirm.",
  },
]
