export interface MailText {
  readonly subject: string
  readonly body: string
}
