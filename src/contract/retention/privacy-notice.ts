/**
 * The variable facts of the page /privacy, public. Kept apart from the schemas and the retention
 * table because visitors load this.
 */
export const privacyPath = '/api/privacy'

/**
 * Compiled by the server (server/retention/privacy) from the retention table, the configuration and
 * the superusers' entries.
 */
export interface PrivacyNoticeData {
  readonly kinds: readonly { readonly purpose: string; readonly items: string; readonly period: string }[]
  readonly recipients: readonly PrivacyRecipientTexts[]
  /** Name of the chat's language model; null if the server answers by rules. */
  readonly chat_model: string | null
  readonly has_kakao: boolean
  /** How long backups may still hold destroyed data. */
  readonly backups: string
}

export interface PrivacyRecipientTexts {
  readonly name: string
  readonly task: string
  readonly items: string
  /** Empty: within Korea. */
  readonly country: string
  /** How long they keep the data; empty: until their task is done. */
  readonly kept: string
}
