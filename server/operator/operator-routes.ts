import type { CallRoute } from '#server/http/call-routes.ts'
import * as acts from '#shared/api/operator-acts.ts'
import * as health from '#shared/api/operator-health.ts'
import * as inbox from '#shared/api/operator-inbox.ts'
import * as promotions from '#shared/api/operator-promotions.ts'
import * as operator from '#shared/api/operator.ts'
import { changeAccountState, eraseOnRequest, giveMoneyBack, adjustPoints, sendMailAgain } from './account-acts.ts'
import { listActs, operatorCall } from './operator-verb.ts'
import { readHealth, replayPaymentEvent } from './health.ts'
import { answerMessage, changeMessageState, listMessages, readOpening } from './inbox.ts'
import { findByAnything } from './find-owner.ts'
import { readPerson, readPersonLedger } from './person.ts'
import { cancelOrRetryTask, removeFile } from './creation-acts.ts'
import { endPromotion, listPromotions, listRedemptions, makePromotion } from './promotions.ts'

export const OPERATOR_ROUTES: readonly CallRoute[] = [
  operatorCall(operator.getOpening, readOpening),
  operatorCall(operator.findOwner, findByAnything),
  operatorCall(operator.getPerson, readPerson),
  operatorCall(operator.getPersonLedger, readPersonLedger),
  operatorCall(operator.getActs, listActs),
  operatorCall(acts.changePoints, adjustPoints),
  operatorCall(acts.disableAccount, changeAccountState),
  operatorCall(acts.eraseAccount, eraseOnRequest),
  operatorCall(acts.steerTask, cancelOrRetryTask),
  operatorCall(acts.resendMail, sendMailAgain),
  operatorCall(acts.eraseFile, removeFile),
  operatorCall(acts.refundPayment, giveMoneyBack),
  operatorCall(inbox.getMessages, listMessages),
  operatorCall(inbox.replyToMessage, answerMessage),
  operatorCall(inbox.setMessageState, changeMessageState),
  operatorCall(health.getHealth, readHealth),
  operatorCall(health.replayWebhook, replayPaymentEvent),
  operatorCall(promotions.getPromotions, listPromotions),
  operatorCall(promotions.getRedemptions, listRedemptions),
  operatorCall(promotions.createPromotion, makePromotion),
  operatorCall(promotions.disablePromotion, endPromotion),
]
