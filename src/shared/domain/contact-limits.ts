/** Messages that one owner may send to us within an hour. Rule: docs/rules.md, "Contact". */
export const MAX_CONTACT_MESSAGES_PER_HOUR = 10
