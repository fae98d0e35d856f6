import type { PlanFeature, SkuPageData } from '#shared/api/catalogue.ts'
import { PAYMENT_GRACE_MS, WEEKLY_PLAN_POINTS, YEARLY_PLAN_POINTS } from '#shared/domain/membership-terms.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'

const IN_BOTH = { basic: 'Included', premium: 'Included' } as const
const GRACE_DAYS = PAYMENT_GRACE_MS / (24 * 60 * 60 * 1000)

/** The features of the plans, line by line. Only features in these lines are restricted. */
export const PLAN_FEATURES: readonly PlanFeature[] = [
  {
    title: 'Points',
    icon: 'lucide:coins',
    basic: '',
    premium: `${WEEKLY_PLAN_POINTS} per week, or ${YEARLY_PLAN_POINTS.toLocaleString('en-US')} per year`,
  },
  { title: 'Packs of points', icon: 'lucide:badge-percent', basic: 'Full price', premium: '50% off' },
  { title: 'Image to video', icon: 'lucide:image-play', ...IN_BOTH },
  { title: 'Start and end frame', icon: 'lucide:images', ...IN_BOTH },
  { title: 'All templates', icon: 'lucide:layout-template', ...IN_BOTH },
  { title: 'High-quality resources', icon: 'lucide:gem', ...IN_BOTH },
  { title: 'Ongoing updates', icon: 'lucide:refresh-cw', ...IN_BOTH },
  { title: 'Support', icon: 'lucide:life-buoy', basic: 'Normal', premium: 'Priority' },
]

export const QUESTIONS: SkuPageData['qaList'] = [
  {
    question: 'What are points for?',
    answer: `Points are used to generate videos, starting at ${BASE_POINTS} points per video. The price is shown before you press Generate.`,
  },
  {
    question: 'What happens to my points when a video fails?',
    answer: 'They come back in full. Points are held while a video is made, and taken only when it is ready.',
  },
  {
    question: 'What happens at the end of the free week?',
    answer:
      'The weekly plan begins and its price is charged. We write to you one day before. Cancel earlier and nothing is charged; the free week still runs to its end. It brings the plan’s benefits, but no points and no half price yet.',
  },
  {
    question: 'How do I cancel?',
    answer: 'In your settings, at any time. The plan runs to the end of what is paid and is not renewed.',
  },
  {
    question: 'What if a payment fails?',
    answer: `Everything stays for ${GRACE_DAYS} days while it is tried again. If none arrives, the plan ends; your points and videos stay.`,
  },
  {
    question: 'Can I change between weekly and yearly?',
    answer:
      'Yes, in your settings, and back. Yearly begins at once, and the unused time of your week is credited; weekly follows when your year ends. You see what is charged before you agree.',
  },
]
