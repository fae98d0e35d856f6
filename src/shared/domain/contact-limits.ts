/** Messages that one owner may send to us within an hour. Rule: docs/rules.md, "Contact". */
export const MAX_CONTACT_MESSAGES_PER_HOUR = 10
/** Characters of a subject. Rule: docs/rules.md, "Contact". */
export const CONTACT_SUBJECT_MAX_LENGTH = 200
/** Characters of a message. Rule: docs/rules.md, "Contact". */
export const CONTACT_MESSAGE_MAX_LENGTH = 5000
